import type { Definition } from '#scoring/definition/definition.ts'
import { entry, reversedItems, scaleItems, wrongOptions } from '#scoring/definition/lookup.ts'
import type { LikertScale, Scale } from '#scoring/definition/scale-schema.ts'
import { bandOf } from '#scoring/norms/bands.ts'
import {
  type NormFigures,
  normalisedZ,
  percentileRank,
  stanine,
  sten,
  tScore,
  zScore,
} from '#scoring/norms/norms.ts'
import { standardError, trueScore, trueScoreError } from '#scoring/norms/reliability.ts'
import { itemRange } from '#scoring/responses/items.ts'
import { mostLeast } from '#scoring/responses/responses.ts'
import { count, type Outcome } from './outcomes.ts'
import type { ScaleScore } from './scores.ts'

type Raw = Pick<ScaleScore, 'raw' | 'min' | 'max' | 'missing' | 'prorated'>

/**
 * One scale from its items' outcomes: raw score and range, share, standard scores by its norm, band.
 * Everything that cannot be computed is null.
 */
export function scoreScale(
  definition: Definition,
  scale: Scale,
  outcomes: ReadonlyMap<string, Outcome>,
): ScaleScore {
  const members = scaleItems(definition, scale).flatMap((id) => outcomes.get(id) ?? [])
  const raw = rawScore(scale, members, {
    reverse: reversedItems(definition, scale),
    wrongOptions: wrongOptions(definition, scale),
  })
  const norm = scale.norm === undefined ? undefined : entry(definition.norms, scale.norm)
  const percentage = percent(raw)
  const standard = standardScores(norm, raw.raw)
  const bandSet = scale.bandSet === undefined ? undefined : entry(definition.bandSets, scale.bandSet)
  return {
    key: scale.key,
    kind: scale.kind,
    ...raw,
    percentage,
    norm: scale.norm ?? null,
    ...standard,
    band: bandOf(bandSet, { raw: raw.raw, T: standard.T, percentage }),
    sensitive: definition.sensitive || scale.sensitive === true,
    ...count(members),
  }
}

/** min + max − x. */
export function reversed(value: number, min: number, max: number): number {
  return min + max - value
}

/**
 * Raw score of a scale over the items presented.
 * @param options.reverse items that count as min + max − x
 * @param options.wrongOptions number of wrong options by item, for those that are corrected for guessing
 */
export function rawScore(
  scale: Scale,
  members: readonly Outcome[],
  {
    reverse = new Set(),
    wrongOptions = new Map(),
  }: { reverse?: ReadonlySet<string>; wrongOptions?: ReadonlyMap<string, number> } = {},
): Raw {
  const shown = members.filter((member) => member.status !== 'notPresented')
  switch (scale.kind) {
    case 'correct':
      return correctScore(shown, wrongOptions)
    case 'likert_mean':
    case 'likert_sum':
      return likertScore(scale, shown, reverse)
    case 'forced_choice':
      return forcedChoiceScore(scale.key, shown)
  }
}

/** Points gained, less those lost by guessing; a blank of any kind is 0. */
function correctScore(shown: readonly Outcome[], wrongOptions: ReadonlyMap<string, number>): Raw {
  const ranges = shown.map(({ item }) => itemRange(item) ?? { min: 0, max: 0 })
  const gained = total(shown.map(({ score }) => score ?? 0))
  const wrong = shown.filter(({ score }) => score === 0)
  return {
    raw: shown.length === 0 ? null : gained - pointsLost(wrong, wrongOptions),
    min: total(ranges.map(({ min }) => min)) - pointsLost(shown, wrongOptions),
    max: total(ranges.map(({ max }) => max)),
    missing: shown.filter(({ score }) => score === null).length,
    prorated: false,
  }
}

/**
 * W / (k − 1) of the formula score R − W / (k − 1) (Frary 1988, Formula scoring of multiple-choice tests): picking blindly
 * gains nothing on average. Items of one k are added up before they are divided, so that whole points are whole exactly.
 */
function pointsLost(wrong: readonly Outcome[], wrongOptions: ReadonlyMap<string, number>): number {
  const byOptions = Map.groupBy(wrong, ({ item }) => wrongOptions.get(item.id))
  const lost = [...byOptions].flatMap(([others, of]) =>
    others === undefined ? [] : total(of.map(({ item }) => item.points ?? 1)) / others,
  )
  return total(lost.toSorted((a, b) => a - b))
}

function likertScore(scale: LikertScale, shown: readonly Outcome[], reverse: ReadonlySet<string>): Raw {
  const { min, max } = scale
  const values = shown.map(({ item, score }) =>
    score !== null && reverse.has(item.id) ? reversed(score, min, max) : score,
  )
  const raw = likertRaw(scale, values)
  const k = scale.kind === 'likert_sum' ? shown.length : 1
  const missing = values.filter((value) => value === null).length
  return { raw, min: min * k, max: max * k, missing, prorated: raw !== null && missing > 0 }
}

/**
 * Mean of the answered items (likert_mean), or that mean times the number of items (likert_sum); null when more are
 * missing than `maxMissing` items (default 0) or `maxMissingShare` (0 to 1) of them allow, or nothing is answered.
 * Values are in points, already reversed; null is missing.
 */
export function likertRaw(
  scale: Pick<LikertScale, 'kind' | 'maxMissing' | 'maxMissingShare'>,
  values: readonly (number | null)[],
): number | null {
  const answered = values.flatMap((value) => value ?? [])
  const missing = values.length - answered.length
  if (answered.length === 0 || tooManyMissing(scale, missing, values.length)) return null
  // Multiplied before it is divided: a prorated score that comes out whole is whole exactly.
  return (total(answered) * (scale.kind === 'likert_sum' ? values.length : 1)) / answered.length
}

function tooManyMissing(
  scale: Pick<LikertScale, 'maxMissing' | 'maxMissingShare'>,
  missing: number,
  k: number,
): boolean {
  const { maxMissing, maxMissingShare } = scale
  // Divided, not multiplied: 29/100 is the double that 0.29 is, while 0.29 · 100 falls short of 29.
  if (maxMissingShare !== undefined && missing / k > maxMissingShare) return true
  return missing > (maxMissing ?? (maxMissingShare === undefined ? 0 : Number.POSITIVE_INFINITY))
}

/** +1 for each of the scale's statements taken as most, −1 for each taken as least like the person; blanks give 0. */
function forcedChoiceScore(key: string, shown: readonly Outcome[]): Raw {
  const points = shown.flatMap(({ item, value }) => {
    const pair = mostLeast(value)
    if (item.type !== 'forced_choice' || pair === null) return []
    const { loads = {} } = item
    return Number(loads[pair.most] === key) - Number(loads[pair.least] === key)
  })
  return {
    raw: points.length === 0 ? null : total(points),
    min: 0 - shown.length,
    max: shown.length,
    missing: shown.length - points.length,
    prorated: false,
  }
}

/** 0 to 100, null when not scored or when the scale has no width. */
export function percent({ raw, min, max }: Pick<Raw, 'raw' | 'min' | 'max'>): number | null {
  return raw === null || max === min ? null : (100 * (raw - min)) / (max - min)
}

type Standard = Pick<
  ScaleScore,
  'z' | 'T' | 'percentile' | 'sten' | 'stanine' | 'sem' | 'semT' | 'trueScore' | 'see'
>

/**
 * Standard scores of a raw score by a norm's figures; a score whose figure is missing is null.
 * `sem` and `see` do not depend on the person and need no raw score.
 */
export function standardScores(norm: NormFigures | undefined, raw: number | null): Standard {
  const z = norm && raw !== null ? (norm.normalised ? normalisedZ(norm, raw) : zScore(norm, raw)) : null
  const percentile = norm && raw !== null ? percentileRank(norm, raw) : null
  const r = norm?.reliability
  return {
    z,
    T: z === null ? null : tScore(z),
    percentile,
    sten: z === null ? null : sten(z),
    stanine: percentile === null ? null : stanine(percentile),
    sem: norm && r !== undefined ? standardError(norm.sd, r) : null,
    semT: r !== undefined ? standardError(10, r) : null,
    trueScore: norm && r !== undefined && raw !== null ? trueScore(norm, r, raw) : null,
    see: norm && r !== undefined ? trueScoreError(norm.sd, r) : null,
  }
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
