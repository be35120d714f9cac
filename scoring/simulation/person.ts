import { type Chance, normal } from './chance.ts'
import type { Family } from './scales.ts'

/**
 * A simulated person: what somebody brings to every test. All but `attention` are standard normal over people.
 * Correlations between them: language with ability .5; attitude with ability .15; distress with attitude −.35;
 * desirability with attitude .3; speed with ability .3. All invented, in the range such things are found in.
 */
export interface Person {
  readonly factors: Readonly<Record<Family, number>>
  /** The degree to which they describe themselves as better than they are. */
  readonly desirability: number
  /** The speed at which they work; see speedEffect. */
  readonly speed: number
  /** The chance, 0 to 1, that an item is read before it is answered. */
  readonly attention: number
}

/**
 * The share of its family's factor in a scale's trait: two scales of a family correlate by the square (ability .5,
 * language .9, attitude .4, distress .6) before errors of measurement.
 */
const loadings: Readonly<Record<Family, number>> = {
  ability: Math.sqrt(0.5),
  language: Math.sqrt(0.9),
  attitude: Math.sqrt(0.4),
  distress: Math.sqrt(0.6),
}

/** A person drawn from the population. `attention` is 1 unless it is given: careless people are made on purpose. */
export function simulatePerson(chance: Chance, attention = 1): Person {
  const ability = normal(chance)
  const attitude = related(ability, 0.15, chance)
  return {
    factors: {
      ability,
      attitude,
      language: related(ability, 0.5, chance),
      distress: related(attitude, -0.35, chance),
    },
    desirability: related(attitude, 0.3, chance),
    speed: related(ability, 0.3, chance),
    attention,
  }
}

/** The traits a person has on scales, by key: standard normal over people, related as `loadings` says. */
export function simulateTraits(
  scales: readonly { readonly key: string; readonly family: Family }[],
  person: Person,
  chance: Chance,
): Map<string, number> {
  return new Map(
    scales.map(({ key, family }) => [key, related(person.factors[family], loadings[family], chance)]),
  )
}

/** A standard normal number that correlates with another one by r. */
const related = (other: number, r: number, chance: Chance) =>
  r * other + Math.sqrt(1 - r * r) * normal(chance)
