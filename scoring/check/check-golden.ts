import type { Definition } from '#scoring/definition/definition.ts'
import type { GoldenCase } from '#scoring/definition/golden-schema.ts'
import { itemsById } from '#scoring/definition/lookup.ts'
import { incomparable } from '#scoring/differences/comparable.ts'
import { checkValue } from '#scoring/responses/responses.ts'
import { checkCase } from '#scoring/score/golden.ts'
import { type Problem, type ReportProblem, reportTwice, say } from './problems.ts'

/** Golden cases have to come out. Only for a definition that has no other fault, because they are scored by it. */
export function checkGolden(definition: Definition, report: ReportProblem): void {
  const cases = definition.goldenCases ?? []
  reportTwice(cases, 'goldenCases', report)
  for (const [i, golden] of cases.entries()) checkOne(definition, golden, `goldenCases[${i}]`, report)
}

function checkOne(definition: Definition, golden: GoldenCase, at: string, report: ReportProblem): void {
  const items = itemsById(definition)
  let fits = true
  for (const [id, value] of Object.entries(golden.answers)) {
    const item = items.get(id)
    if (item !== undefined && checkValue(item, value, definition)) continue
    fits = false
    report(
      `${at}.answers.${id}`,
      item === undefined
        ? say`golden case ${golden.id} answers ${id} which is no item`
        : say`golden case ${golden.id} gives ${id} no possible answer`,
    )
  }
  if (!fits) return
  for (const { what, expected, found = '–' } of checkCase(definition, golden))
    report(
      `${at}.expected.${what}`,
      say`golden case ${golden.id} expects ${what} to be ${expected ?? '–'} but it is ${found ?? '–'}`,
    )
}

/**
 * The golden cases of the version before, where a version of the same questions has none of its own: without them a change of
 * scoring that nobody meant would be published.
 */
export function inheritedProblems(definition: Definition, before: Definition | undefined): Problem[] {
  if (before === undefined || definition.goldenCases !== undefined) return []
  if (incomparable(before, definition) !== undefined) return []
  const problems: Problem[] = []
  for (const golden of before.goldenCases ?? [])
    checkOne(definition, golden, 'goldenCases', (path, said) => problems.push({ path, ...said }))
  return problems
}
