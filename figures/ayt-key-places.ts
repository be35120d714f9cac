import { dealKeys } from './deal-keys.ts'
import type { OptionId } from './puzzles.ts'

/** Items with options, in the order of the test. */
const numbered = (section: string, numbers: readonly number[]) =>
  numbers.map((number) => `${section}${String(number).padStart(2, '0')}`)
const fifteen = Array.from({ length: 15 }, (_, i) => i + 1)
const sections = {
  vb: numbered('vb', fifteen),
  nm: numbered('nm', [1, 2, 3, 5, 6, 7, 9, 10, 12, 13, 15]),
  fg: numbered('fg', fifteen),
  mc: numbered('mc', fifteen),
}
const practice: readonly (readonly [string, OptionId])[] = [
  ['vb00', 'b'],
  ['nm00', 'c'],
  ['fg00', 'b'],
  ['mc00', 'c'],
]

/** The place of each right option of AYT, whose figures are drawn for it. */
export const keyPlaces: ReadonlyMap<string, OptionId> = new Map([
  ...practice,
  ...Object.entries(sections).flatMap(([section, ids]) => dealKeys(ids, `AYT version 2/${section}`)),
])
