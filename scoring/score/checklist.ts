import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { itemsById, optionIds } from '#scoring/definition/lookup.ts'
import type { BandSet, Checklist } from '#scoring/definition/scale-schema.ts'
import { findBand } from '#scoring/norms/bands.ts'
import { likertValue } from '#scoring/responses/items.ts'
import type { Outcome } from './outcomes.ts'
import type { ChecklistScore } from './scores.ts'

/**
 * Indices of a symptom checklist. GSI: mean over all answered items. PST: how many are above 0.
 * PSDI: sum / PST, null when PST is 0. All null when more than `maxMissing` items are missing or none is answered.
 */
export function scoreChecklist(
  checklist: Pick<Checklist, 'maxMissing'>,
  bandSet: BandSet | undefined,
  outcomes: readonly Outcome[],
): ChecklistScore {
  const shown = outcomes.filter(({ status }) => status !== 'notPresented')
  const values = shown.flatMap(({ score }) => score ?? [])
  const missing = shown.length - values.length
  const scored = values.length > 0 && missing <= checklist.maxMissing
  const sum = values.reduce((total, value) => total + value, 0)
  const pst = values.filter((value) => value > 0).length
  const gsi = scored ? sum / values.length : null
  return {
    gsi,
    pst: scored ? pst : null,
    psdi: scored && pst > 0 ? sum / pst : null,
    sum: scored ? sum : null,
    answered: values.length,
    missing,
    items: shown.length,
    band: findBand(bandSet, gsi),
  }
}

/** True when an item is in the checklist: all that are no checks of how the test is taken, or those it lists. */
export const inChecklist = ({ items }: Pick<Checklist, 'items'>, { id, role }: Item): boolean =>
  items === 'all' ? role === undefined : items.includes(id)

/** The highest answer there is to an item of the checklist: a mean over them goes no higher. 0 without a checklist. */
export function highestAnswer(definition: Definition): number {
  const { checklist } = definition
  if (checklist === undefined) return 0
  const points = [...itemsById(definition).values()].flatMap((item) =>
    item.type === 'likert' && inChecklist(checklist, item)
      ? optionIds(definition, item).flatMap((option) => likertValue(option) ?? [])
      : [],
  )
  return points.reduce((most, one) => Math.max(most, one), 0)
}
