import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createStreams } from './streams.ts'

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
