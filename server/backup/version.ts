import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The version of this program, as `bin/terazi version` prints it. */
export const programVersion = (): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version

/** True when a version comes after another. */
export function isNewer(version: string, than: string): boolean {
  const numbers = (text: string) => text.split(/[.+-]/, 3).map(Number)
  const [a, b] = [numbers(version), numbers(than)]
  for (const [place, number] of a.entries()) {
    const other = b[place] ?? 0
    if (number !== other) return number > other
  }
  return false
}
