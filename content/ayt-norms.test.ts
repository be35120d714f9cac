import { expect, test } from 'vitest'
import { z } from 'zod'
import { readShipped } from './read.ts'

const norm = z.object({
  n: z.number(),
  mean: z.number(),
  sd: z.number(),
  freq: z.array(z.number()),
  freqFrom: z.number().default(0),
})
const { norms } = z.object({ norms: z.record(z.string(), norm) }).parse(await readShipped('AYT/2'))

test.each(Object.entries(norms))('%s: the frequency table has the mean and spread of its norm', (_, each) => {
  const { n, mean, sd, freq, freqFrom } = each
  const sum = (of: (raw: number) => number) =>
    freq.reduce((total, people, i) => total + people * of(freqFrom + i), 0)
  expect(sum(() => 1)).toBe(n)
  expect(sum((raw) => raw) / n).toBeCloseTo(mean, 6)
  expect(Math.sqrt(sum((raw) => (raw - mean) ** 2) / n)).toBeCloseTo(sd, 1)
})
