import { readFileSync } from 'node:fs'
import { z } from 'zod'

const file = new URL('../package.json', import.meta.url)

/** The version of this application, of three numbers. */
export const version = z
  .object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version

/** Less than 0 when version `a` is older than `b`, 0 when they are the same. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((one) => one.split('.').map(Number))
  const differences = (left ?? []).map((number, at) => number - (right?.[at] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
