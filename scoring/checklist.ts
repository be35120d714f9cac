import { findBand } from './bands.ts'
import type { BandSet, Checklist } from './definition-scales.ts'
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
