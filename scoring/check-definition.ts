import { checkFigures } from './check-figures.ts'
import { checkIndex } from './check-index.ts'
import { checkItems } from './check-items.ts'
import { checkResults } from './check-results.ts'
import { checkScales } from './check-scales.ts'
import { checkSensitive } from './check-sensitive.ts'
import { checkSize } from './check-size.ts'
import { checkTexts } from './check-texts.ts'
import { correctSpelling } from './correct-spelling.ts'
import { Definition } from './definition.ts'
import { mendShape } from './mend-shape.ts'
import type { Problem, ReportProblem } from './problems.ts'
import { shapeProblem } from './shape-problem.ts'

/** What is wrong with every item is wrong for one reason: nobody reads on, and a long list costs more than the document. */
const MOST_PROBLEMS = 1_000
/** Ends the checks once that many are noted. */
class Enough extends Error {}

/**
 * Reads a definition of format 1, structure and texts in one, or says what is wrong with it: everything, of very much the first 1,000.
 * Beyond the shape it refuses what could not be scored or shown as meant: unknown ids, an item in two scales without
 * saying so, gapped or overlapping bands, impossible maxima and cuts, norms without n and source, missing translations,
 * open totals of sensitive scales, figures that are missing or not plain drawings.
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
  // Whoever mends the shape should not learn only then what else is wrong.
  const mended = problems.length < MOST_PROBLEMS ? mendShape(json, issues) : undefined
  const others = mended ? senseProblems(mended.definition).filter((one) => !mended.isDoubtful(one)) : []
  return { ok: false, problems: [...problems, ...others].slice(0, MOST_PROBLEMS) }
}

/** What does not fit together in a definition of the right shape. */
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
    checkTexts(definition, report)
    checkFigures(definition, report)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return problems
}

/** `$schema` tells an editor what it is looking at, and nothing else to anybody. */
function withoutSchema(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json) || !('$schema' in json)) return json
  const { $schema: _, ...definition } = json
  return definition
}
