import { place } from '#scoring/score/placement.ts'
import type { ResponseModel } from '#scoring/simulation/model.ts'
import { momentsAt } from '#scoring/simulation/moments.ts'

/**
 * The scores without error of measurement: what a person of these traits would get on the average of endless
 * repetitions, guesses included, in raw points by scale. Their variance over people, divided by that of the raw scores, is
 * what reliability means.
 */
export function trueScores(model: ResponseModel, traits: ReadonlyMap<string, number>): Map<string, number> {
  return new Map(
    model.scales.map((scale) => [scale.key, momentsAt(scale, scale.curves, traits.get(scale.key) ?? 0).mean]),
  )
}

/**
 * The level a person of these traits has: the cuts and caps of the definition read against the true scores. Undefined
 * where there is no placement.
 */
export function trueLevel(model: ResponseModel, traits: ReadonlyMap<string, number>): string | undefined {
  const { placement } = model.definition
  if (placement === undefined) return undefined
  const scores = trueScores(model, traits)
  const scales = model.scales.map(({ key, members }) => ({
    key,
    raw: scores.get(key) ?? null,
    max: members.reduce((sum, { worth }) => sum + (worth.at(-1) ?? 0), 0),
  }))
  return place(placement, scales)?.level
}
