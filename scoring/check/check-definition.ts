import { checkFigures } from '#scoring/check/figures/check-figures.ts'
import { checkSize } from '#scoring/check/shape/check-size.ts'
import { correctSpelling } from '#scoring/check/shape/correct-spelling.ts'
import { repairShape } from '#scoring/check/shape/repair-shape.ts'
import { shapeProblem } from '#scoring/check/shape/shape-problem.ts'
import { Definition } from '#scoring/definition/definition.ts'
import { checkAudio } from './check-audio.ts'
import { checkConsents } from './check-consents.ts'
import { checkGolden } from './check-golden.ts'
import { checkIndex } from './check-index.ts'
import { checkItems } from './check-items.ts'
import { checkResults } from './check-results.ts'
import { checkScales } from './check-scales.ts'
import { checkSensitive } from './check-sensitive.ts'
import { checkTexts } from './check-texts.ts'
import type { Problem, ReportProblem } from './problems.ts'

/** A fault in every item has one cause. Nobody reads further, and a longer list costs more than the document. */
const MOST_PROBLEMS = 1_000
/** Ends the checks once that many are noted. */
class Enough extends Error {}

/**
 * Reads a definition of format 1, structure and texts in one, or lists what is wrong with it, up to 1,000 problems.
 * Beyond the shape it refuses what could not be scored or shown as meant: unknown ids, an item in two scales without
 * saying so, gapped or overlapping bands, impossible maxima and cuts, norms without n and source, missing translations,
 * open totals of sensitive scales, sensitive scales without a consent, figures that are missing or not plain drawings.
 * The definition returned is normalised (the misspelt report key of old files is corrected): store it, not the input.
 * Never throws.
 */
export function checkDefinition(
  document: unknown,
): { ok: true; definition: Definition } | { ok: false; problems: Problem[] } {
  const bare = withoutSchema(document)
  const unfit = checkSize(bare)
  if (unfit.length > 0) return { ok: false, problems: unfit }
  const json = correctSpelling(bare)
  const parsed = Definition.safeParse(json)
  if (parsed.success) {
    const problems = senseProblems(parsed.data)
    return problems.length === 0 ? { ok: true, definition: parsed.data } : { ok: false, problems }
  }
  const { issues } = parsed.error
  const problems = issues.slice(0, MOST_PROBLEMS).map(shapeProblem)
  // Other problems are reported at once, not only after the shape has been fixed.
  const repaired = problems.length < MOST_PROBLEMS ? repairShape(json, issues) : undefined
  const others = repaired ? senseProblems(repaired.definition).filter((one) => !repaired.isDoubtful(one)) : []
  return { ok: false, problems: [...problems, ...others].slice(0, MOST_PROBLEMS) }
}

/** Contradictions in a definition of the right shape. */
function senseProblems(definition: Definition): Problem[] {
  const problems: Problem[] = []
  const report: ReportProblem = (path, said) => {
    problems.push({ path, ...said })
    if (problems.length >= MOST_PROBLEMS) throw new Enough()
  }
  const index = checkIndex(definition)
  try {
    checkItems(definition, report)
    checkScales(definition, index, report)
    checkResults(definition, index, report)
    checkSensitive(definition, report)
    checkConsents(definition, report)
    checkTexts(definition, report)
    checkFigures(definition, report)
    checkAudio(definition, report)
    if (problems.length === 0) checkGolden(definition, report)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return problems
}

/** `$schema` is for editors only. */
function withoutSchema(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json) || !('$schema' in json)) return json
  const { $schema: _, ...definition } = json
  return definition
}
