import { fisherExact, type Interval, wilson } from '#scoring/statistics/counts.ts'
import { normalQuantile } from '#scoring/statistics/normal.ts'

/** People of one group who a decision was made on. */
export interface Decided {
  readonly group: string
  readonly people: number
  /** Those who were chosen; from 0 to `people`. */
  readonly selected: number
}

export type ImpactVerdict =
  /** The highest rate, with which the others are compared. */
  | 'highest'
  /** Fewer than 30 people, or no other group of 30 to compare with. */
  | 'too_few_to_say'
  /** Below four fifths of the highest rate, and chance alone gives such a difference in under 5 % of cases. */
  | 'adverse'
  /** Below four fifths, but chance can explain it. */
  | 'below_by_chance'
  /** At least four fifths, but chance can't explain the difference. */
  | 'small_but_certain'
  | 'none'
  /** No one from any group was chosen, so there is nothing to compare. */
  | 'nobody_selected'

type IntervalReason =
  | 'too_few_to_say'
  /** No one from this group was chosen: the logarithm of the ratio has no spread. */
  | 'nobody_selected'
  /** Everybody of both groups was chosen. */
  | 'everybody_selected'
  | 'highest'

interface GroupImpact {
  readonly group: string
  readonly people: number
  /** Null, as all figures below, for fewer than 30 people: they would tell about single persons. */
  readonly selected: number | null
  /** Chosen / people, 0 to 1, with Wilson's interval, 95 %. */
  readonly rate: number | null
  readonly rateInterval: Interval | null
  /** Rate / highest rate, 0 to 1. */
  readonly ratio: number | null
  /** 95 %, by the logarithm of the ratio (Katz 1978). */
  readonly ratioInterval: Interval | null
  readonly ratioIntervalReason: IntervalReason | null
  /** Fisher's exact test against the group of the highest rate, two-sided, 0 to 1; null there. */
  readonly p: number | null
  readonly verdict: ImpactVerdict
}

/** Figures of fewer people say nothing and tell about single persons. */
const fewest = 30
/** The exact test adds up a term a person. */
const most = 10_000_000
const level = 0.05
const two = normalQuantile(0.975)

/**
 * Compares how often people of each group were chosen, by the four-fifths rule of the Uniform Guidelines on Employee Selection
 * Procedures (29 CFR 1607.4 D) and Fisher's exact test. The group of the highest rate has at least 30 people; of equal rates it
 * is the larger group. Verdicts are codes without words, and none of them says why rates differ.
 * @param groups each once, with whole numbers; others are refused
 * @returns null with `bad_counts` for counts that can't be
 */
export function adverseImpact(
  groups: readonly Decided[],
): { groups: readonly GroupImpact[]; reason: null } | { groups: null; reason: 'bad_counts' } {
  const names = new Set(groups.map(({ group }) => group))
  const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= most
  if (
    names.size < groups.length ||
    groups.some(({ people, selected }) => !(isCount(people) && isCount(selected)) || selected > people)
  )
    return { groups: null, reason: 'bad_counts' }
  const enough = groups.filter(({ people }) => people >= fewest)
  const highest = enough.reduce<Decided | undefined>((best, one) => {
    // Multiplied, not divided: equal rates stay equal.
    const lead = best === undefined ? 1 : one.selected * best.people - best.selected * one.people
    return lead > 0 || (lead === 0 && one.people > (best?.people ?? 0)) ? one : best
  }, undefined)
  return {
    groups: groups.map((group) =>
      group.people < fewest || highest === undefined
        ? hidden(group)
        : impactOf(group, highest, enough.length > 1),
    ),
    reason: null,
  }
}

const hidden = ({ group, people }: Decided): GroupImpact => ({
  group,
  people,
  selected: null,
  rate: null,
  rateInterval: null,
  ratio: null,
  ratioInterval: null,
  ratioIntervalReason: 'too_few_to_say',
  p: null,
  verdict: 'too_few_to_say',
})

function impactOf(one: Decided, highest: Decided, comparable: boolean): GroupImpact {
  const { group, people, selected } = one
  const known = { group, people, selected, rate: selected / people, rateInterval: wilson(selected, people) }
  const alone = { ratio: null, ratioInterval: null, p: null }
  if (!comparable)
    return { ...known, ...alone, ratioIntervalReason: 'too_few_to_say', verdict: 'too_few_to_say' }
  if (highest.selected === 0)
    return { ...known, ...alone, ratioIntervalReason: 'nobody_selected', verdict: 'nobody_selected' }
  if (one === highest)
    return { ...known, ...alone, ratio: 1, ratioIntervalReason: 'highest', verdict: 'highest' }
  const p = fisherExact(selected, people - selected, highest.selected, highest.people - highest.selected)
  const ratio = (selected * highest.people) / (people * highest.selected)
  return { ...known, ratio, ...ratioIntervalOf(one, highest, ratio), p, verdict: verdictOf(one, highest, p) }
}

function verdictOf(one: Decided, highest: Decided, p: number): ImpactVerdict {
  // Whole numbers, so that exactly four fifths is no violation.
  const below = 5 * one.selected * highest.people < 4 * highest.selected * one.people
  if (below) return p < level ? 'adverse' : 'below_by_chance'
  return p < level ? 'small_but_certain' : 'none'
}

function ratioIntervalOf(
  one: Decided,
  highest: Decided,
  ratio: number,
): Pick<GroupImpact, 'ratioInterval' | 'ratioIntervalReason'> {
  if (one.selected === 0) return { ratioInterval: null, ratioIntervalReason: 'nobody_selected' }
  const variance = 1 / one.selected - 1 / one.people + 1 / highest.selected - 1 / highest.people
  if (!(variance > 0)) return { ratioInterval: null, ratioIntervalReason: 'everybody_selected' }
  const half = two * Math.sqrt(variance)
  return {
    ratioInterval: { lower: ratio * Math.exp(-half), upper: ratio * Math.exp(half) },
    ratioIntervalReason: null,
  }
}
