// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { addMissing } from './oldBrowsers.ts'

const takenAway: [object, string][] = [
  [Array.prototype, 'at'],
  [String.prototype, 'at'],
  [Array.prototype, 'findLast'],
  [Array.prototype, 'findLastIndex'],
  [Object, 'hasOwn'],
  [AbortSignal, 'timeout'],
  [window, 'HTMLDialogElement'],
]

/** Takes it all away, and what the module adds is there instead until this has run. */
function withAdded<T>(run: () => T): T {
  const before = takenAway.map(([of, name]) => Object.getOwnPropertyDescriptor(of, name))
  for (const [of, name] of takenAway) Reflect.deleteProperty(of, name)
  try {
    addMissing()
    return run()
  } finally {
    takenAway.forEach(([of, name], index) => {
      const descriptor = before[index]
      if (descriptor) Object.defineProperty(of, name, descriptor)
    })
  }
}

it('adds what an old browser lacks, and nothing that shows in a loop', () => {
  const list = [1, 2, 3, 4]
  const { ends, found, own, keys } = withAdded(() => {
    const keys: string[] = []
    for (const key in list) keys.push(key)
    return {
      keys,
      ends: [list.at(-1), list.at(1), list.at(9), 'abc'.at(-2)],
      found: [list.findLast((n) => n % 2 === 1), list.findLastIndex((n) => n > 9)],
      own: [Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString')],
    }
  })
  expect(ends).toEqual([4, 2, undefined, 'b'])
  expect(found).toEqual([3, -1])
  expect(own).toEqual([true, false])
  expect(keys).toEqual(['0', '1', '2', '3'])
})

it('gives calls up in time', async () => {
  const signal = withAdded(() => AbortSignal.timeout(1))
  await vi.waitFor(() => expect(signal.aborted).toBe(true))
})

it('opens and closes sheets where there are no dialogs', () => {
  const closed = vi.fn()
  const dialog = withAdded(() => document.createElement('unknown'))
  dialog.addEventListener('close', closed)
  Reflect.get(dialog, 'showModal').call(dialog)
  expect([dialog.hasAttribute('open'), dialog.getAttribute('role')]).toEqual([true, 'dialog'])
  Reflect.get(dialog, 'close').call(dialog)
  expect([dialog.hasAttribute('open'), closed.mock.calls.length]).toEqual([false, 1])
})
