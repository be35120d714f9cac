import { type Interval, wilson } from '#scoring/statistics/counts.ts'

/** A group of a norm sample beside the share that was expected of it; shares from 0 to 1. */
interface GroupShare {
  readonly group: string
  readonly people: number
  readonly share: number
  /** Wilson's interval of the share, 95 %. */
  readonly interval: Interval
  /** Null for a group that nobody expected. */
  readonly expected: number | null
  /** share − expected. */
  readonly difference: number | null
  /** The expected share is outside the interval. */
  readonly differs: boolean | null
}

type ComparedShares =
  | { readonly groups: readonly GroupShare[]; readonly unknown: number; readonly reason: null }
  | {
      readonly groups: null
      /** People whose group isn't known; they are in no share. */
      readonly unknown: number
      readonly reason:
        | 'nobody_known'
        /** An expected share below 0 or above 1, or shares that don't add up to 1 within 0.005. */
        | 'expected_not_one'
    }

/**
 * Compares the make-up of a sample with what was typed as expected, by group, language or anything else that each person is
 * one of.
 * @param people the group of each person; blank where it isn't known
 * @param expected share of each group, 0 to 1
 * @returns the expected groups in their order, then the others by name
 */
export function compareShares(
  people: readonly string[],
  expected: ReadonlyMap<string, number>,
): ComparedShares {
  const counts = new Map<string, number>()
  for (const group of people) counts.set(group, (counts.get(group) ?? 0) + 1)
  const unknown = counts.get('') ?? 0
  counts.delete('')
  const n = people.length - unknown
  const shares = [...expected.values()]
  const sum = shares.reduce((all, share) => all + share, 0)
  if (shares.some((share) => !(share >= 0 && share <= 1)) || !(Math.abs(sum - 1) <= 0.005))
    return { groups: null, unknown, reason: 'expected_not_one' }
  if (n === 0) return { groups: null, unknown, reason: 'nobody_known' }
  const others = [...counts.keys()].filter((group) => !expected.has(group)).sort()
  const groups = [...expected.keys(), ...others].map((group): GroupShare => {
    const count = counts.get(group) ?? 0
    const interval = wilson(count, n)
    const wanted = expected.get(group)
    return {
      group,
      people: count,
      share: count / n,
      interval,
      expected: wanted ?? null,
      difference: wanted === undefined ? null : count / n - wanted,
      differs: wanted === undefined ? null : wanted < interval.lower || wanted > interval.upper,
    }
  })
  return { groups, unknown, reason: null }
}
