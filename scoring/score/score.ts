import type { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { itemsLeftOut, sensitiveScales, withTotals } from '#scoring/form/left-out.ts'
import { inChecklist, scoreChecklist } from './checklist.ts'
import { scoreCategories, scoreComposites } from './composites.ts'
import { type Context, count, type Outcome, type Responses, readOutcomes } from './outcomes.ts'
import { place } from './placement.ts'
import { scoreScale } from './scales.ts'
import type { Scores } from './scores.ts'
import { judgeValidity } from './validity.ts'

/** Raised whenever a rule of this library changes what comes out for the same input. */
const SCORING = '2'

/**
 * Scores one attempt by the version it was taken with: items → scales → norms → bands → composites and categories →
 * validity. Never throws for a definition that checkDefinition accepted: unusable responses are listed in `ignored`
 * and count as blank. The same input gives the same result, always; null means "not scored"; nothing is rounded.
 */
export function scoreAttempt(definition: Definition, responses: Responses, context: Context = {}): Scores {
  const { outcomes, ignored } = readOutcomes(definition, responses, context)
  const byId = new Map(outcomes.map((outcome) => [outcome.item.id, outcome]))
  const leftOut = withTotals(definition, context.leftOut ?? [])
  const sensitive = itemsLeftOut(definition, sensitiveScales(definition))
  const scales = definition.scales.map((scale) =>
    scoreScale(definition, scale, leftOut.includes(scale.key) ? new Map() : byId),
  )
  return {
    format: 1,
    scoring: SCORING,
    inventory: { code: definition.code, version: definition.version },
    totals: count(outcomes),
    sections: definition.sections.map(({ id }) => ({
      id,
      ...count(outcomes.filter(({ section }) => section === id)),
    })),
    ignored,
    scales,
    composites: scoreComposites(definition, scales),
    categories: scoreCategories(definition, scales),
    checklist: checklistScore(definition, byId),
    placement: definition.placement ? place(definition.placement, scales) : null,
    // Everybody reads the response quality: it says nothing of who was asked about a sensitive scale, and of what they answered.
    validity: judgeValidity(
      definition,
      outcomes.filter(({ item }) => !sensitive.has(item.id)),
      context,
    ),
  }
}

function checklistScore(definition: Definition, outcomes: ReadonlyMap<string, Outcome>): Scores['checklist'] {
  const { checklist } = definition
  if (!checklist) return null
  const members = [...outcomes.values()].filter(({ item }) => inChecklist(checklist, item))
  const bandSet = checklist.bandSet === undefined ? undefined : entry(definition.bandSets, checklist.bandSet)
  return scoreChecklist(checklist, bandSet, members)
}
