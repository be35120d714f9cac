// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { problem, serveCalls } from '#test/support/serve-calls.ts'

const sounds = ['first', 'second', 'gone'] as const
const fileOf = (sound: string) => createHash('sha256').update(sound).digest('hex')
const [first, second, gone] = sounds.map(fileOf) as [string, string, string]
const addressOf = (file: string) => `/api/audio/${file}/`

let portal = false
const arrived = serveCalls(({ params }) => {
  if (portal) return new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })
  if (params.hash === gone) return problem('not_found')
  const sound = sounds.find((one) => fileOf(one) === params.hash)
  return new Response(sound, { headers: { 'content-type': 'audio/mpeg' } })
})

let kept: Map<string, Response>
let element: { src: string; onended: (() => void) | null; onerror: (() => void) | null }
let recordings: typeof import('./recordings.ts')

/** Loads the module again, as after a reload of the page. */
async function load() {
  vi.resetModules()
  recordings = await import('./recordings.ts')
}

beforeEach(async () => {
  kept = new Map()
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (address: string) => kept.get(address)?.clone(),
      put: async (address: string, answer: Response) => void kept.set(address, answer),
    }),
  })
  vi.stubGlobal(
    'Audio',
    class {
      src = ''
      onended = null
      onerror = null
      constructor() {
        element = this
      }
      play = async () => {
        if (this.src === addressOf(gone)) throw new Error('no such file')
      }
      pause = () => {}
    },
  )
  const made: Blob[] = []
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}` })
  await load()
})
afterEach(() => vi.unstubAllGlobals())

const heard = vi.fn()
const keep = (...files: string[]) => recordings.keepRecordings(files, new AbortController().signal)

it('are fetched once, kept, and played from what is kept', async () => {
  await keep(first, second, first)
  await keep(second)
  expect(arrived.map(({ params }) => params.hash)).toEqual([first, second])
  expect([...kept.keys()]).toEqual([addressOf(first), addressOf(second)])
  await recordings.play(second, heard)
  expect(element.src).toBe('blob:2')
  element.onended?.()
  expect(heard).toHaveBeenLastCalledWith(true)
})

it('are there again without a connection, after the page was loaded again', async () => {
  await keep(first)
  await load()
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  await recordings.play(first, heard)
  expect(element.src).toMatch(/^blob:/)
  expect(arrived).toHaveLength(1)
})

it('are kept only as they are: what a portal answered in their place is fetched again', async () => {
  portal = true
  await keep(first)
  portal = false
  expect([...kept.keys()]).toEqual([])
  kept.set(addressOf(second), new Response('<html>Sign in</html>'))
  await keep(first, second)
  expect(await Promise.all([...kept.values()].map((answer) => answer.clone().text()))).toEqual([
    'second',
    'first',
  ])
})

it('that cannot be fetched keep nobody from the others, and are said to be unheard', async () => {
  await keep(gone, first)
  expect([...kept.keys()]).toEqual([addressOf(first)])
  heard.mockClear()
  await recordings.play(gone, heard)
  element.onerror?.()
  expect(heard.mock.calls).toEqual([[false]])
})

it('play from the network where nothing is kept yet, and say nothing once they are silenced', async () => {
  heard.mockClear()
  await recordings.play(first, heard)
  expect(element.src).toBe(addressOf(first))
  recordings.silence()
  element.onended?.()
  expect(heard).not.toHaveBeenCalled()
})
