import { totalKeys } from '#contract/fields.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { itemsById, scaleItems, wrongOptions } from '#scoring/definition/lookup.ts'
import { sensitiveScales, withTotals } from '#scoring/form/left-out.ts'
import { openComposites, scoreCategories } from './composites.ts'
import type { Unit } from './job-fit.ts'
import type { Outcome } from './outcomes.ts'
import { rawScore } from './scales.ts'
import type { ScaleScore, Scores } from './scores.ts'

/**
 * A score that lists can show of a test. `T` scores have mean 50 and standard deviation 10 in the norm group; a category has the
 * percentage of its report.
 */
export interface ListedKey {
  readonly key: string
  readonly kind: 'placement' | 'correct' | 'scale' | 'category' | 'composite'
  readonly unit: Unit
  /** The ends of a bar. */
  readonly min: number
  readonly max: number
  /** The smallest difference that a target may have: 1, or 0.1 for points that are a mean of answers. */
  readonly step: number
  /** One of the few by which a test is summed up. */
  readonly main: boolean
}

/** One score of one result. `se` is its standard error of measurement in the unit of `value`; null when unknown. */
export interface ListedScore {
  readonly key: string
  readonly value: number
  readonly se: number | null
  readonly band: string | null
}

// These are three standard deviations around the mean: 99.7 % of a norm group lies between them.
const tRange = { min: 20, max: 80 } as const

/** The keys of the scales that nobody but named readers sees, with the totals made of them. */
const hiddenKeys = (definition: Definition) => new Set(withTotals(definition, sensitiveScales(definition)))

const known = new WeakMap<Definition, readonly ListedKey[]>()

/**
 * The scores of a test that a list of its results may show and sort by, in the order of the report: nothing sensitive, and
 * nothing of a sensitive test. A category whose one scale is a total would show that total again. The ends of a scale are those
 * of its items, so they are looked for once in a definition, and not for each row of a list.
 */
export function listedKeys(definition: Definition): readonly ListedKey[] {
  const found = known.get(definition) ?? findKeys(definition)
  known.set(definition, found)
  return found
}

function findKeys(definition: Definition): ListedKey[] {
  if (definition.sensitive) return []
  const hidden = hiddenKeys(definition)
  const scales = definition.scales.filter(({ key }) => !hidden.has(key))
  const correct = scales.filter(({ key }) => key === totalKeys.correct)
  const others = scales.filter(({ key }) => key !== totalKeys.correct)
  const categories = (definition.categories ?? []).filter(
    ({ minScored, scales: parts }) =>
      minScored !== undefined && others.some(({ key }) => parts.includes(key)),
  )
  const composites = openComposites(definition)
  const { placement } = definition
  const summedUp = placement !== undefined || categories.length > 0 || composites.length > 0
  const pointsOf = (key: string) => pointRange(definition, key)
  const inT = { unit: 'T', ...tRange, step: 1 } as const
  const inPercent = { unit: 'percent', min: 0, max: 100, step: 1 } as const
  return [
    ...(placement === undefined
      ? []
      : [
          {
            key: totalKeys.placement,
            kind: 'placement',
            unit: 'points',
            min: 0,
            max: placement.scales.reduce((sum, key) => sum + pointsOf(key).max, 0),
            step: 1,
            main: true,
          } as const,
        ]),
    ...correct.map(
      ({ key }) => ({ key, kind: 'correct', unit: 'points', ...pointsOf(key), main: true }) as const,
    ),
    ...composites.map(({ key }) => ({ key, kind: 'composite', ...inT, main: true }) as const),
    ...categories.map(({ key }) => ({ key, kind: 'category', ...inPercent, main: true }) as const),
    ...others.map(({ key, norm }) => {
      const unit = norm === undefined ? ({ unit: 'points', ...pointsOf(key) } as const) : inT
      return { key, kind: 'scale', ...unit, main: !summedUp } as const
    }),
  ]
}

/** The lowest and highest raw score of a scale when all its items are presented, and the step of its targets. */
function pointRange(definition: Definition, key: string): { min: number; max: number; step: number } {
  const scale = definition.scales.find((one) => one.key === key)
  if (scale === undefined) return { min: 0, max: 0, step: 1 }
  const items = itemsById(definition)
  const blank = scaleItems(definition, scale).flatMap((id): Outcome[] => {
    const item = items.get(id)
    return item === undefined ? [] : [{ item, section: '', status: 'omitted', score: null, value: undefined }]
  })
  const { min, max } = rawScore(scale, blank, { wrongOptions: wrongOptions(definition, scale) })
  return { min, max, step: scale.kind === 'likert_mean' ? 0.1 : 1 }
}

/**
 * The scores of one result under `listedKeys`, without those that are not known. Values are unrounded. The error of a mean
 * of percentages or weighted sum of T scores takes the errors of its parts as independent: √(Σ w²·SEM²) / Σ|w|.
 */
export function listedScores(definition: Definition, scores: Scores): ListedScore[] {
  const hidden = hiddenKeys(definition)
  const open = scores.scales.filter(({ key, sensitive }) => !sensitive && !hidden.has(key))
  const categories = scoreCategories(definition, open)
  return listedKeys(definition).flatMap(({ key, kind, unit }): ListedScore[] => {
    switch (kind) {
      case 'placement': {
        const { placement } = scores
        if (placement === null) return []
        return [{ key, value: placement.total, se: definition.placement?.sem ?? null, band: placement.level }]
      }
      case 'category': {
        const category = categories.find((one) => one.key === key)
        if (category === undefined || category.T === null) return []
        const parts = definition.categories?.find((one) => one.key === key)?.scales ?? []
        const scored = open.filter((scale) => parts.includes(scale.key) && scale.T !== null)
        const values = scored.flatMap(({ percentage }) => percentage ?? [])
        if (values.length === 0 || values.length < scored.length) return []
        const value = values.reduce((sum, one) => sum + one, 0) / values.length
        return [{ key, value, se: errorOfSum(scored.map(errorInPercent)), band: category.band }]
      }
      case 'composite': {
        const composite = scores.composites.find((one) => one.key === key)
        if (composite === undefined || composite.T === null) return []
        const parts = definition.composites?.find((one) => one.key === key)?.parts ?? []
        const weighted = parts.map(({ scale, weight }) => ({
          weight,
          sem: open.find((one) => one.key === scale)?.semT ?? null,
        }))
        return [{ key, value: composite.T, se: errorOfSum(weighted), band: composite.band }]
      }
      default: {
        const scale = open.find((one) => one.key === key)
        const value = unit === 'T' ? scale?.T : scale?.raw
        if (scale === undefined || value == null) return []
        return [{ key, value, se: unit === 'T' ? scale.semT : scale.sem, band: scale.band }]
      }
    }
  })
}

const errorInPercent = ({ sem, min, max }: ScaleScore) => ({
  weight: 1,
  sem: sem === null ? null : (100 * sem) / (max - min),
})

function errorOfSum(parts: readonly { weight: number; sem: number | null }[]): number | null {
  let squares = 0
  let weights = 0
  for (const { weight, sem } of parts) {
    if (sem === null) return null
    squares += (weight * sem) ** 2
    weights += Math.abs(weight)
  }
  return weights === 0 ? null : Math.sqrt(squares) / weights
}
