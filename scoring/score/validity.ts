import type { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import type { ValidityRule } from '#scoring/definition/scale-schema.ts'
import { isKey } from '#scoring/responses/items.ts'
import { type Context, count, type Outcome } from './outcomes.ts'
import { reversed } from './scales.ts'
import type { Confidence, ValidityScore } from './scores.ts'
import { pointsOf, showsStyle, styleShown } from './styles.ts'

/**
 * Judges the response quality by the definition's rules: each rule's value, and whether it lowers the confidence (value
 * ≥ `medium`, ≥ `low`). The lowest outcome is the whole's. It never changes a score.
 */
export function judgeValidity(
  definition: Definition,
  outcomes: readonly Outcome[],
  context: Pick<Context, 'timings' | 'endedByTime'>,
): ValidityScore {
  const rules = (definition.validity ?? []).map((rule) => {
    const value = ruleValue(definition, rule, outcomes, context)
    const { id, kind, medium = null, low = null } = rule
    return { id, kind, value, medium, low, outcome: value === null ? null : judge(value, medium, low) }
  })
  const outcomesOfRules = rules.map(({ outcome }) => outcome)
  const confidence = (['low', 'medium', 'high'] as const).find((each) => outcomesOfRules.includes(each))
  return { confidence: confidence ?? null, rules }
}

function judge(value: number, medium: number | null, low: number | null): Confidence {
  if (low !== null && value >= low) return 'low'
  return medium !== null && value >= medium ? 'medium' : 'high'
}

/**
 * The number a rule looks at, null when nothing is there to judge by.
 * longest_run: items in the longest run of the same answer, in the order shown, a blank ends a run.
 * speed: share of the timed answers quicker than `msPerItem`. infrequency, instructed: answers other than the expected.
 * desirability: mean of its items. consistency_pairs: mean absolute difference within pairs answered in full.
 * unanswered: share of the presented items without answer. What a clock cut off, the whole test's or a section's own, is
 * left out: not to get to the end says nothing about care, and that time was over is said beside it. Nor is an answer without a
 * value a blank: who chooses “I prefer not to answer” has read the question.
 * acquiescence, extremity, midpoint: shares of the answers in points, see styles.ts.
 */
function ruleValue(
  definition: Definition,
  rule: ValidityRule,
  outcomes: readonly Outcome[],
  { timings, endedByTime = [] }: Pick<Context, 'timings' | 'endedByTime'>,
): number | null {
  switch (rule.kind) {
    case 'longest_run':
      return longestRun(
        outcomes
          .filter(({ item }) => (rule.items ? rule.items.includes(item.id) : item.type === 'likert'))
          .filter(({ status }) => status !== 'notPresented')
          .map(({ value }) => value),
      )
    case 'speed': {
      const times = outcomes
        .filter(({ status }) => status === 'answered' || status === 'dontKnow')
        .flatMap(({ item }) => entry(timings, item.id) ?? [])
      return mean(times.map((ms) => Number(ms < rule.msPerItem)))
    }
    case 'infrequency':
    case 'instructed':
      return unexpected(outcomes.filter(({ item }) => item.role === rule.kind))
    case 'desirability':
      return mean(
        outcomes
          .filter(({ item }) => item.role === 'desirability')
          .flatMap(
            (outcome) => pointOf(definition, outcome, rule.reverse?.includes(outcome.item.id) === true) ?? [],
          ),
      )
    case 'consistency_pairs':
      return mean(rule.pairs.flatMap((pair) => pairDifference(definition, pair, outcomes) ?? []))
    case 'unanswered': {
      const raced = new Set(
        definition.sections
          .filter(({ timeLimitSeconds }) => timeLimitSeconds !== undefined)
          .map(({ id }) => id),
      )
      const cutOff = ({ section, status }: Outcome) =>
        status === 'timedOut' ||
        (status === 'notReached' && (raced.has(section) || endedByTime.includes(section)))
      const { presented, omitted, notReached, timedOut } = count(outcomes.filter((one) => !cutOff(one)))
      return presented === 0 ? null : (omitted + notReached + timedOut) / presented
    }
    case 'acquiescence':
    case 'extremity':
    case 'midpoint':
      return mean(
        outcomes
          .filter(({ item }) => (rule.items ? rule.items.includes(item.id) : showsStyle(item)))
          .flatMap((outcome) => styleShown(rule.kind, outcome, definition) ?? []),
      )
  }
}

/** Length of the longest run of equal values; undefined is a blank. Null when all are blank. */
export function longestRun(values: readonly unknown[]): number | null {
  let longest = 0
  let run = 0
  let previous: unknown
  for (const value of values) {
    if (value === undefined) run = 0
    else run = value === previous ? run + 1 : 1
    previous = value
    longest = Math.max(longest, run)
  }
  return longest === 0 ? null : longest
}

function unexpected(outcomes: readonly Outcome[]): number | null {
  const judged = outcomes.flatMap(({ item, value }) => {
    if (!('key' in item) || typeof value !== 'string') return []
    const { key } = item
    return typeof key === 'string' || Array.isArray(key) ? [!isKey(key, value)] : []
  })
  return judged.length === 0 ? null : judged.filter(Boolean).length
}

function pointOf(definition: Definition, { item, score }: Outcome, reverse: boolean): number | null {
  if (score === null || item.type !== 'likert' || !reverse) return score
  const points = pointsOf(definition, item)
  return reversed(score, points[0] ?? score, points.at(-1) ?? score)
}

function pairDifference(
  definition: Definition,
  pair: { a: string; b: string; opposite?: boolean | undefined },
  outcomes: readonly Outcome[],
): number | null {
  const a = outcomes.find(({ item }) => item.id === pair.a)
  const b = outcomes.find(({ item }) => item.id === pair.b)
  const first = a ? pointOf(definition, a, false) : null
  const second = b ? pointOf(definition, b, pair.opposite === true) : null
  return first === null || second === null ? null : Math.abs(first - second)
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
