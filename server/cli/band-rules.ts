import { z } from 'zod'
import { checkBands } from '#scoring/check/check-ranges.ts'
import { BandSet } from '#scoring/definition/scale-schema.ts'
import { CliError } from './error.ts'
import { cut, Faults, type Note, type Respondent, readResponses } from './responses.ts'
import { NormSpec } from './scales.ts'

/** Bands that cover every value exactly once. */
export const CheckedBands = BandSet.superRefine((bandSet, { addIssue }) =>
  checkBands(bandSet, '', (path, { message }) =>
    addIssue({ code: 'custom', path: [path.slice(1)], message }),
  ),
)

/** A scale as the file of scores has it: its column, and the lowest and highest raw score. */
export const ScaleSpec = z.strictObject({
  scale: z.string(),
  min: z.number(),
  max: z.number(),
  /** Bands in use, and the norm behind bands on T. */
  now: z.strictObject({ norm: NormSpec.optional(), bands: CheckedBands }).optional(),
})

/**
 * Reads the raw scores of a scale: a row a result, null where it has none.
 * @throws CliError with up to twenty cells that are no number
 */
export async function readScores(
  path: string,
  scale: string,
  { note, skipBadRows }: { note: Note; skipBadRows: boolean },
): Promise<{ persons: Respondent[]; columns: string[]; scores: (number | null)[] }> {
  const { columns, persons } = await readResponses(path, { note, skipBadRows })
  if (!columns.includes(scale)) throw new CliError(`${path}: there is no column ${cut(scale)}`)
  const faults = new Faults(skipBadRows ? note : undefined)
  const read = persons.flatMap((person) => {
    const cell = person.cells.get(scale)
    if (cell === undefined || /^[+-]?\d{1,15}(\.\d{1,17})?$/.test(cell))
      return [{ person, score: cell === undefined ? null : Number(cell) }]
    const column = columns.indexOf(scale) + 2
    faults.add(`${path}: line ${person.line}, column ${column}: ${JSON.stringify(cut(cell))} is no number`)
    return []
  })
  faults.end()
  return { columns, persons: read.map(({ person }) => person), scores: read.map(({ score }) => score) }
}
