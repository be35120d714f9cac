import type { Definition, Locale } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { MAX_COLUMNS, tableRows, textLines } from '#scoring/definition/stimulus-lines.ts'
import { type ReportProblem, say } from './problems.ts'

/** The text of a stimulus can be drawn as what it says it is. */
export function checkStimulusTexts(definition: Definition, locale: Locale, report: ReportProblem): void {
  for (const { id, kind } of definition.stimuli ?? []) {
    const words = entry(definition.texts[locale].stimuli, id)
    if (words === undefined) continue
    const at = `texts.${locale}.stimuli.${id}`
    if (kind === 'figure' && words.alt === undefined)
      report(`${at}.alt`, say`missing: the figure needs words`)
    if (kind !== 'figure' && words.alt !== undefined) report(`${at}.alt`, say`there is no figure`)
    if (kind === 'procedure' && textLines(words.text).length < 2)
      report(`${at}.text`, say`a procedure has at least two steps, one a line`)
    if (kind === 'table') checkTable(tableRows(words.text), `${at}.text`, report)
  }
}

function checkTable(rows: readonly string[][], at: string, report: ReportProblem): void {
  const [heads = [], ...body] = rows
  if (body.length === 0) report(at, say`a table has a line of heads and at least one row`)
  if (heads.length < 2 || heads.length > MAX_COLUMNS)
    report(at, say`a table has 2 to ${MAX_COLUMNS} columns, separated by " | "; here are ${heads.length}`)
  for (const [i, cells] of body.entries()) {
    if (cells.length !== heads.length)
      report(at, say`row ${i + 1} has ${cells.length} cells, the heads are ${heads.length}`)
  }
}
