import type { Definition } from '#scoring/definition/definition.ts'
import type { GoldenCase } from '#scoring/definition/golden-schema.ts'
import { scoreAttempt } from './score.ts'
import type { Scores } from './scores.ts'

type Value = number | string | null

/** A score that is not what a golden case says. */
export interface Difference {
  /** Its place: `scales.verbal.T`. */
  readonly what: string
  readonly expected: Value
  /** undefined where there is no such score. */
  readonly found: Value | undefined
}

/** Numbers in a case may be rounded to three decimals. */
const closeness = 0.001

/** The expected scores of a case that these scores don't have. */
export function differencesOf({ expected }: Pick<GoldenCase, 'expected'>, scores: Scores): Difference[] {
  const { checklist, placement } = scores
  return [
    ...listed('scales', expected.scales, scores.scales),
    ...listed('composites', expected.composites, scores.composites),
    ...listed('categories', expected.categories, scores.categories),
    ...fields('checklist', expected.checklist, checklist ?? undefined),
    ...fields('placement', expected.placement, placement ?? undefined),
  ]
}

function listed(
  what: string,
  expected: Readonly<Record<string, object>> | undefined,
  scores: readonly { key: string }[],
): Difference[] {
  return Object.entries(expected ?? {}).flatMap(([key, wanted]) =>
    fields(
      `${what}.${key}`,
      wanted,
      scores.find((score) => score.key === key),
    ),
  )
}

function fields(what: string, expected: object | undefined, score: object | undefined): Difference[] {
  return Object.entries(expected ?? {}).flatMap(([name, wanted]: [string, Value | undefined]) => {
    if (wanted === undefined) return []
    const found: Value | undefined = score && Reflect.get(score, name)
    return isSame(wanted, found) ? [] : [{ what: `${what}.${name}`, expected: wanted, found }]
  })
}

const isSame = (one: Value, other: Value | undefined) =>
  typeof one === 'number' && typeof other === 'number' ? Math.abs(one - other) <= closeness : one === other

/** Scores the answers of a case and compares. The definition is one that checkDefinition has nothing else against. */
export const checkCase = (definition: Definition, golden: GoldenCase): Difference[] =>
  differencesOf(golden, scoreAttempt(definition, golden.answers))
