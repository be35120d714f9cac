import type { Locale } from '#scoring/definition/definition.ts'
import { mantelHaenszel, neither } from './dif.ts'
import { difFlags, type Flag, ordinalDifFlags } from './flags.ts'
import { codesEach } from './matrix.ts'
import { ordinalDif, type Rated } from './ordinal-dif.ts'
import type { Plan, PlannedItem, PlannedPart } from './plan.ts'
import { sumsOf } from './rest-curve.ts'
import { columnsOf, languageOf, pointsOfPart, type Sheet } from './sheet.ts'

/** Smaller groups are not compared. */
const fewest = 100

interface ItemDifference {
  readonly dif: {
    readonly etsClass: 'A' | 'B' | 'C' | null
    readonly delta: number | null
    readonly gain: number | null
  }
  readonly flags: readonly Flag[]
}

interface Group {
  readonly locale: Locale
  readonly n: number
}

/** Compares the two languages, the larger group as reference. An item with parts of points is right with all of them. */
export async function languageDif(
  plan: Plan,
  sheet: Sheet,
  pause: () => Promise<void>,
): Promise<{
  groups: { reference: Group | null; other: Group | null; reason: 'too_few_people' | 'one_language' | null }
  items: ReadonlyMap<string, ItemDifference>
}> {
  const items = new Map<string, ItemDifference>()
  if (plan.definition.itemLocale !== undefined)
    return { groups: { reference: null, other: null, reason: 'one_language' }, items }
  const sizes = [0, 1].map((code) => ({
    code,
    locale: languageOf(code),
    n: sheet.languages.reduce((sum, one) => sum + Number(one === code), 0),
  }))
  const [larger, smaller] = sizes.sort((a, b) => b.n - a.n)
  if (larger === undefined || smaller === undefined || smaller.n < fewest)
    return { groups: { reference: null, other: null, reason: 'too_few_people' }, items }
  const groups = sheet.languages.map((code) =>
    code === larger.code ? 0 : code === smaller.code ? 1 : neither,
  )
  for (const part of plan.parts) {
    if (!plan.items.some(({ part: home }) => home === part)) continue
    const found = part.kind === 'scored' ? ofScored(plan, { sheet, part, groups }) : ofLikert(plan, { sheet, part, groups })
    for (const [id, difference] of found) {
      items.set(id, difference)
      await pause()
    }
  }
  const group = ({ locale, n }: Group): Group => ({ locale, n })
  return { groups: { reference: group(larger), other: group(smaller), reason: null }, items }
}

interface Compared {
  readonly sheet: Sheet
  readonly part: PlannedPart
  readonly groups: Uint8Array
}

function* ofScored(plan: Plan, compared: Compared): Generator<[string, ItemDifference]> {
  const { items, matrix, points } = columnsFor(plan, compared)
  const right = points.map((value, at) => {
    const max = items[Math.floor(at / codesEach)]?.max ?? 1
    return Number.isNaN(value) ? value : Number(value >= max)
  })
  const dif = mantelHaenszel(matrix, right, compared.groups)
  for (const [place, { item, part }] of items.entries()) {
    const found = dif.items[place]
    if (part !== compared.part || found === undefined) continue
    const flags = difFlags(found, dif)
    yield [item.id, { dif: { etsClass: found.etsClass, delta: found.mhDelta, gain: null }, flags }]
  }
}

function* ofLikert(plan: Plan, compared: Compared): Generator<[string, ItemDifference]> {
  const { items, matrix, points } = columnsFor(plan, compared)
  const { people, codes } = matrix
  const sums = sumsOf(matrix, points)
  for (const [place, { item, part }] of items.entries()) {
    if (part !== compared.part) continue
    const rated: { value: number; total: number; focal: boolean }[] = []
    for (let person = 0; person < people; person += 1) {
      const total = sums[person] ?? Number.NaN
      if (Number.isNaN(total) || compared.groups[person] === neither) continue
      const value = points[place * codesEach + (codes[person * items.length + place] ?? 0)] ?? 0
      rated.push({ value, total, focal: compared.groups[person] === 1 })
    }
    const values = [...new Set(rated.map(({ value }) => value))].sort((a, b) => a - b)
    const category = new Map(values.map((value, i) => [value, i]))
    const ordered = rated.map(
      ({ value, total, focal }): Rated => ({ category: category.get(value) ?? 0, total, focal }),
    )
    const focal = ordered.filter((one) => one.focal).length
    const sizes = { reference: ordered.length - focal, focal }
    const enough = Math.min(sizes.reference, sizes.focal) >= fewest
    const gain = enough ? ordinalDif(ordered).deltaR2 : null
    yield [item.id, { dif: { etsClass: null, delta: null, gain }, flags: ordinalDifFlags(gain, sizes) }]
  }
}

function columnsFor(plan: Plan, { sheet, part }: Compared) {
  const members = new Set(part.items)
  const places = plan.items.flatMap(({ item }, place) => (members.has(item.id) ? [place] : []))
  const items: PlannedItem[] = places.flatMap((place) => plan.items[place] ?? [])
  const matrix = columnsOf(sheet.matrix, places)
  return { items, matrix, points: pointsOfPart(matrix, items, part) }
}
