import type { Definition } from '#scoring/definition/definition.ts'
import {
  itemsLeftOut,
  itemsOfItsOwn,
  scaleConsents,
  sensitiveScales,
  withTotals,
} from '#scoring/form/left-out.ts'
import { type ReportProblem, say } from './problems.ts'

/**
 * Every sensitive scale has an explicit consent of its own, which may be declined: then its items are not asked, and nothing
 * else of the test may depend on them.
 */
export function checkConsents(definition: Definition, report: ReportProblem): void {
  const sensitive = sensitiveScales(definition)
  for (const [i, { id, kind, scales = [] }] of definition.notices.entries()) {
    if (scales.length > 0 && kind !== 'explicit_consent')
      report(`notices[${i}].scales`, say`notice ${id} informs only, so it is for no scale`)
    for (const [s, key] of scales.entries())
      if (!sensitive.includes(key))
        report(`notices[${i}].scales[${s}]`, say`notice ${id}: ${key} is no sensitive scale`)
  }
  const named = scaleConsents(definition)
  for (const [i, { key }] of definition.scales.entries()) {
    if (!sensitive.includes(key)) continue
    const notices = named.filter(({ scales }) => scales.includes(key))
    if (notices.length === 0)
      report(`scales[${i}]`, say`scale ${key} is sensitive, so an explicit consent must be for it`)
    if (notices.length > 1) report(`scales[${i}]`, say`scale ${key} has more than one consent`)
  }
  for (const { id, scales } of named) checkDeclined(definition, id, scales, report)
  if (sensitive.length > 0) checkRest(definition, sensitive, report)
}

/** Checks the rest of the definition where one consent is declined. */
function checkDeclined(
  definition: Definition,
  notice: string,
  scales: readonly string[],
  report: ReportProblem,
): void {
  const without = withTotals(definition, scales)
  const out = itemsLeftOut(definition, without)
  for (const [i, scale] of definition.scales.entries())
    for (const id of scales.includes(scale.key) ? itemsOfItsOwn(definition, scale) : [])
      if (!out.has(id))
        report(
          `scales[${i}]`,
          say`scale ${scale.key}: item ${id} is of another scale too, so ${notice} can’t be declined`,
        )
  for (const [i, { id, items, timeLimitSeconds, select }] of definition.sections.entries()) {
    const some = items.filter((item) => out.has(item.id)).length
    if (some > 0 && some < items.length && (timeLimitSeconds ?? select) !== undefined)
      report(
        `sections[${i}]`,
        say`section ${id} has a time limit or draws its items, so ${notice} must be for all of them or none`,
      )
  }
}

function checkRest(definition: Definition, sensitive: readonly string[], report: ReportProblem): void {
  const out = itemsLeftOut(definition, sensitive)
  const scored = definition.sections.flatMap(({ items }) => items.filter(({ role }) => role === undefined))
  if (scored.every(({ id }) => out.has(id)))
    report('scales', say`without the sensitive scales nothing is left, so the whole inventory is sensitive`)
}
