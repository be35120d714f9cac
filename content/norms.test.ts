import { expect, test } from 'vitest'
import { z } from 'zod'
import { readShipped, shippedVersions } from './read.ts'

const norm = z.object({
  n: z.number(),
  mean: z.number(),
  sd: z.number(),
  freq: z.array(z.number()).optional(),
  freqFrom: z.number().default(0),
  freqPer: z.number().default(1),
})
const Shipped = z.object({ norms: z.record(z.string(), norm).default({}) })
const versions = await shippedVersions()
const norms = await Promise.all(
  versions.map(async (version) => Object.entries(Shipped.parse(await readShipped(version)).norms)),
)
const all = versions.flatMap((version, i) => (norms[i] ?? []).map(([key, each]) => ({ version, key, ...each })))

test.each(all.filter(({ freq }) => freq !== undefined))(
  '$version $key: the frequency table has the mean and spread of its norm',
  ({ n, mean, sd, freq = [], freqFrom, freqPer }) => {
    const sum = (of: (raw: number) => number) =>
      freq.reduce((total, people, i) => total + people * of((freqFrom + i) / freqPer), 0)
    expect(sum(() => 1)).toBe(n)
    expect(sum((raw) => raw) / n).toBeCloseTo(mean, 6)
    const spread = Math.sqrt(sum((raw) => (raw - mean) ** 2) / n)
    expect(Math.abs(spread - sd) / sd).toBeLessThan(0.015)
  },
)

test.each(all)(
  '$version $key: gives percentiles',
  ({ freq }) => {
    expect(freq).toBeDefined()
  },
)
