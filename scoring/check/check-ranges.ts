import type { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import type { BandSet, Scale } from '#scoring/definition/scale-schema.ts'
import { itemRange } from '#scoring/responses/items.ts'
import type { CheckIndex, Draw } from './check-index.ts'
import { type ReportProblem, say } from './problems.ts'

/** The bounds of a raw score. */
export type Range = { min: number; max: number }

/** The lowest and highest raw score that anybody can have on a scale, whichever items are drawn for them. */
export function scaleRange(index: CheckIndex, scale: Scale): Range {
  if (scale.kind === 'likert_mean') return { min: scale.min, max: scale.max }
  const { members, draws } = index
  const byDraw = Map.groupBy(members.get(scale) ?? [], (id) => draws.get(id))
  const sums = [...byDraw].map(([draw, ids]) => {
    const ranges = ids.flatMap((id) => rangeOfItem(index, scale, id) ?? [])
    return draw === undefined ? drawnSum(ranges, ranges.length, ranges.length) : sumOfDraw(ranges, draw)
  })
  return drawnSum(sums, sums.length, sums.length)
}

function rangeOfItem({ items, wrongOptions }: CheckIndex, scale: Scale, id: string): Range | null {
  if (scale.kind === 'likert_sum') return { min: scale.min, max: scale.max }
  if (scale.kind === 'forced_choice') return { min: -1, max: 1 }
  const item = items.get(id)
  const range = item === undefined ? null : itemRange(item)
  const others = wrongOptions.get(scale)?.get(id)
  return range === null || others === undefined ? range : { ...range, min: range.min - range.max / others }
}

/** The sum of a scale's items in a section that draws some of them and perhaps others beside them. */
function sumOfDraw(ranges: readonly Range[], { select, of }: Draw): Range {
  const others = of - ranges.length
  return drawnSum(ranges, Math.max(0, select - others), Math.min(select, ranges.length))
}

/** The lowest and highest sum of at least `fewest` and at most `most` of the ranges. */
function drawnSum(ranges: readonly Range[], fewest: number, most: number): Range {
  const sum = (values: readonly number[], isWorth: (value: number) => boolean) =>
    values
      .slice(0, most)
      .filter((value, i) => i < fewest || isWorth(value))
      .reduce((total, value) => total + value, 0)
  const lowest = ranges.map(({ min }) => min).toSorted((a, b) => a - b)
  const highest = ranges.map(({ max }) => max).toSorted((a, b) => b - a)
  return { min: sum(lowest, (value) => value < 0), max: sum(highest, (value) => value > 0) }
}

/** Bands cover every value exactly once. */
export function checkBands({ bands }: BandSet, at: string, report: ReportProblem): void {
  for (const [i, { id, from, to }] of bands.entries()) {
    const here = `${at}.bands[${i}]`
    const next = bands[i + 1]
    if (bands.findIndex((band) => band.id === id) < i) report(`${here}.id`, say`band ${id} exists twice`)
    if (i === 0 && from !== undefined) report(`${here}.from`, say`the first band, ${id}, must be open below`)
    if (i > 0 && from === undefined) report(`${here}.from`, say`only the first band is open below, not ${id}`)
    if (from !== undefined && to !== undefined && from >= to) report(here, say`band ${id} is empty`)
    if (next === undefined && to !== undefined)
      report(`${here}.to`, say`the last band, ${id}, must be open above`)
    if (next !== undefined && to === undefined)
      report(`${here}.to`, say`only the last band is open above, not ${id}`)
    if (next?.from !== undefined && to !== undefined && next.from !== to) {
      report(
        `${here}.to`,
        next.from > to
          ? say`a gap between ${id} (to ${to}) and ${next.id} (from ${next.from})`
          : say`an overlap between ${id} (to ${to}) and ${next.id} (from ${next.from})`,
      )
    }
  }
}

/** The band set exists, and every one of its bands can be reached by the result that uses it. */
export function checkBandUse(
  definition: Definition,
  use: { bandSet?: string | undefined },
  can: { raw?: Range; T?: boolean; percentage?: boolean },
  at: string,
  report: ReportProblem,
): void {
  if (use.bandSet === undefined) return
  const bandSet = entry(definition.bandSets, use.bandSet)
  if (bandSet === undefined) {
    report(`${at}.bandSet`, say`no band set ${use.bandSet}`)
    return
  }
  const known = { raw: can.raw !== undefined, T: can.T === true, percentage: can.percentage === true }
  if (!known[bandSet.on]) report(`${at}.bandSet`, say`there is no ${bandSet.on} here to find a band by`)
  const range = { raw: can.raw, T: null, percentage: { min: 0, max: 100 } }[bandSet.on]
  for (const { id, from } of bandSet.bands) {
    if (range && from !== undefined && (from <= range.min || from > range.max)) {
      report(`${at}.bandSet`, say`band ${id} starts at ${from}, scores go from ${range.min} to ${range.max}`)
    }
  }
}
