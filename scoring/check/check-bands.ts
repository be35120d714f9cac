import type { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import type { BandSet, Scale } from '#scoring/definition/scale-schema.ts'
import { findBand } from '#scoring/norms/bands.ts'
import { tScore, zScore } from '#scoring/norms/norms.ts'
import { standardError } from '#scoring/norms/reliability.ts'
import { type CheckIndex, checkIndex } from './check-index.ts'
import { type Range, scaleRange } from './check-ranges.ts'
import { type Problem, type ReportProblem, say } from './problems.ts'

/** The values that a result can have, in the metric of its bands: single values, or anything between two. */
type Reach = { values: readonly number[] } | Range
/** A result whose bands are checked; `error` is the measurement error in the bands' metric, where known. */
type Banded = { key: string; bandSet: BandSet; reach: Reach; error: number | undefined }

/**
 * Bands that say less than they seem to: no score falls into them, or they are narrower than the error of measurement,
 * so that the same person would often be in another one the next time. Such a definition can be used all the same.
 * Never throws for a definition that passed checkDefinition.
 */
export function bandWarnings(definition: Definition): Problem[] {
  const warnings: Problem[] = []
  const report: ReportProblem = (path, said) => warnings.push({ path, ...said })
  const index = checkIndex(definition)
  for (const [i, scale] of definition.scales.entries()) {
    const banded = bandedScale(definition, index, scale)
    if (banded) checkBanded(banded, `scales[${i}].bandSet`, report)
  }
  for (const [i, { key, scales, bandSet: id }] of (definition.categories ?? []).entries()) {
    const bandSet = id === undefined ? undefined : entry(definition.bandSets, id)
    const members = scales.flatMap((member) => index.scales.get(member) ?? [])
    const T = bandSet && meanT(definition, index, members)
    if (bandSet?.on === 'T' && T) checkBanded({ key, bandSet, ...T }, `categories[${i}].bandSet`, report)
  }
  return warnings
}

function checkBanded({ key, bandSet, reach, error }: Banded, at: string, report: ReportProblem): void {
  for (const { id, from = -Infinity, to = Infinity } of bandSet.bands) {
    const isReached =
      'values' in reach
        ? reach.values.some((value) => findBand(bandSet, value) === id)
        : reach.max >= from && reach.min < to
    if (!isReached) report(at, say`no score of ${key} falls into band ${id}`)
    // A little more allows for what is lost in decimals.
    if (error !== undefined && to - from < error - 1e-9)
      report(
        at,
        say`${key}: band ${id} is ${rounded(to - from)} wide, the error of measurement is ${rounded(error)}`,
      )
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10

function bandedScale(definition: Definition, index: CheckIndex, scale: Scale): Banded | undefined {
  const bandSet = scale.bandSet === undefined ? undefined : entry(definition.bandSets, scale.bandSet)
  if (bandSet === undefined) return undefined
  const norm = scale.norm === undefined ? undefined : entry(definition.norms, scale.norm)
  const range = scaleRange(index, scale)
  const inMetric = (raw: number) => {
    if (bandSet.on === 'percentage') return (100 * (raw - range.min)) / (range.max - range.min)
    return bandSet.on === 'T' && norm ? tScore(zScore(norm, raw)) : raw
  }
  const values = rawValues(index, scale, range)
  const reach = values
    ? { values: values.map(inMetric) }
    : { min: inMetric(range.min), max: inMetric(range.max) }
  const sem = norm?.reliability === undefined ? undefined : standardError(norm.sd, norm.reliability)
  // An error is a distance: from 0 to itself in the bands' metric.
  return { key: scale.key, bandSet, reach, error: sem && inMetric(sem) - inMetric(0) }
}

/** More steps than any test has: from there on every value counts as one that can be had. */
const MOST_VALUES = 10_000

/** Every raw score with all answers given; undefined where it takes more than counting. */
function rawValues(index: CheckIndex, scale: Scale, { min, max }: Range): number[] | undefined {
  const ids = index.members.get(scale) ?? []
  const isMean = scale.kind === 'likert_mean'
  if (isMean && ids.some((id) => index.draws.has(id))) return undefined
  // A wrong answer costs a part of a point.
  if (index.wrongOptions.get(scale)?.size) return undefined
  const isWhole = ids.every((id) => {
    const item = index.items.get(id)
    if (item === undefined || ('credit' in item && item.credit !== undefined)) return false
    if (item.type === 'situational' && item.experts) return false
    const worth = item.type === 'situational' && item.weights ? Object.values(item.weights) : []
    return [...worth, 'points' in item ? (item.points ?? 1) : 1].every(Number.isInteger)
  })
  if (!isWhole) return undefined
  const parts = isMean ? ids.length : 1
  const steps = (max - min) * parts
  if (steps >= MOST_VALUES) return undefined
  return Array.from({ length: steps + 1 }, (_, i) => (min * parts + i) / parts)
}

/** The mean T of scales, as a category has it. */
function meanT(definition: Definition, index: CheckIndex, scales: readonly Scale[]) {
  const each = scales.map((scale) => {
    const norm = scale.norm === undefined ? undefined : entry(definition.norms, scale.norm)
    if (norm === undefined) return undefined
    const { min, max } = scaleRange(index, scale)
    const error = norm.reliability === undefined ? undefined : 10 * Math.sqrt(1 - norm.reliability)
    return { min: tScore(zScore(norm, min)), max: tScore(zScore(norm, max)), error }
  })
  const known = each.flatMap((one) => one ?? [])
  if (known.length === 0 || known.length < each.length) return undefined
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const errors = known.flatMap(({ error }) => error ?? [])
  return {
    reach: { min: mean(known.map(({ min }) => min)), max: mean(known.map(({ max }) => max)) },
    error:
      errors.length < known.length
        ? undefined
        : Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0)) / errors.length,
  }
}
