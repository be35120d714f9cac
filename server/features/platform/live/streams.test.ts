import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { createStreams } from './streams.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Streams of people, and what tells that some may have lost access. */
function scene() {
  let tell: (userId: string | null) => void = () => undefined
  const streams = createStreams({
    follow: () => () => undefined,
    onAccess: (one) => {
      tell = one
    },
    close: async () => undefined,
  })
  const ended: string[] = []
  return {
    ended,
    tell: (userId: string | null) => tell(userId),
    open: async (userId: string, mayStay: () => Promise<boolean>) => {
      streams
        .open('c', userId, mayStay)
        .on('end', () => ended.push(userId))
        .resume()
      await turn()
    },
    end: () => streams.end(),
  }
}

it('checks all streams one after the other once the database is back, and ends those that may not stay', async () => {
  const one = scene()
  let [asking, most, asked] = [0, 0, 0]
  const removed = new Set<string>()
  for (let n = 0; n < 50; n += 1)
    await one.open(`u${n}`, async () => {
      asking += 1
      most = Math.max(most, asking)
      await turn()
      asking -= 1
      asked += 1
      return !removed.has(`u${n}`)
    })
  while (asking > 0) await turn()
  most = 0
  asked = 0
  removed.add('u7').add('u49')
  one.tell(null)
  while (asked < 50) await turn()
  await turn()
  expect([most, one.ended]).toEqual([1, ['u7', 'u49']])
  one.end()
})

it('ends no stream because a check fails, and asks again until the database says who may stay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const one = scene()
  let answer: (userId: string) => Promise<boolean> = async () => true
  for (const userId of ['stays', 'removed']) await one.open(userId, () => answer(userId))
  answer = () => Promise.reject(new Error('no connection'))
  one.tell(null)
  one.tell('removed')
  for (let tries = 0; tries < 3; tries += 1) await vi.advanceTimersByTimeAsync(5_000)
  await turn()
  expect(one.ended).toEqual([])
  answer = async (userId) => userId === 'stays'
  await vi.advanceTimersByTimeAsync(5_000)
  await turn()
  expect(one.ended).toEqual(['removed'])
  one.end()
})

it('leaves one person the newest twenty streams, however quickly they are opened', async () => {
  const streams = createStreams({
    follow: () => () => undefined,
    onAccess: () => undefined,
    close: async () => undefined,
  })
  // Nobody reads them meanwhile, so none is closed yet.
  const opened = Array.from({ length: 100 }, () => streams.open('c', 'u', async () => true))
  const all = [...opened, streams.open('c', 'other', async () => true)]
  const ended: number[] = []
  for (const [number, stream] of all.entries()) stream.on('end', () => ended.push(number)).resume()
  await turn()
  expect(ended).toEqual(Array.from({ length: 80 }, (_, number) => number))
  for (const stream of all) stream.destroy()
})
