import { z } from 'zod'
import { entry } from '#scoring/lookup.ts'
import { likertRaw, reversed, standardScores } from '#scoring/scales.ts'
import { CliError } from './error.ts'
import { type Note, type Respondent, readJson, readResponses } from './responses.ts'

const Norm = z
  .strictObject({
    mean: z.number(),
    sd: z.number().positive(),
    freq: z.array(z.number().nonnegative()).min(1).optional(),
    freqFrom: z.number().optional(),
  })
  .transform(({ freq, freqFrom, ...norm }) => ({
    ...norm,
    ...(freq && { freq }),
    ...(freqFrom !== undefined && { freqFrom }),
  }))

const Spec = z
  .object({
    kind: z.literal('likert'),
    min: z.number(),
    max: z.number(),
    reverse: z.array(z.string()).default([]),
    scales: z.record(z.string(), z.array(z.string()).min(1)),
    maxMissing: z.int().nonnegative().default(0),
    norms: z.record(z.string(), Norm).default({}),
  })
  .refine(({ min, max }) => min < max, { path: ['max'], error: 'must be above min' })
type Spec = z.infer<typeof Spec>

interface ScaleResult {
  raw: number | null
  missing: number
  z: number | null
  T: number | null
  percentile: number | null
  sten: number | null
  stanine: number | null
}

/** Sums of Likert scales of any questionnaire, with their standard scores by norms that the spec gives. */
export async function scales(
  options: { responses: string; spec: string },
  note: Note,
): Promise<{ persons: { respondent: string; scales: Record<string, ScaleResult> }[] }> {
  const spec = parseSpec(await readJson(options.spec), options.spec)
  const { columns, persons } = await readResponses(options.responses, note)
  const unknown = [...Object.values(spec.scales).flat(), ...spec.reverse].find(
    (item) => !columns.includes(item),
  )
  if (unknown !== undefined) throw new CliError(`${options.responses}: there is no column ${unknown}`)
  return {
    persons: persons.map((person) => ({
      respondent: person.respondent,
      scales: Object.fromEntries(
        Object.entries(spec.scales).map(([key, items]) => [key, scoreOne(spec, key, items, person)]),
      ),
    })),
  }
}

function parseSpec(json: unknown, path: string): Spec {
  const parsed = Spec.safeParse(json)
  if (parsed.success) return parsed.data
  throw new CliError(
    parsed.error.issues
      .map((issue) => `${path}: ${issue.path.join('.') || '(top)'}: ${issue.message}`)
      .join('\n'),
  )
}

function scoreOne(spec: Spec, key: string, items: readonly string[], person: Respondent): ScaleResult {
  const values = items.map((item) => {
    const cell = person.cells.get(item)
    if (cell === undefined) return null
    const value = Number(cell)
    if (!(value >= spec.min && value <= spec.max))
      throw new CliError(
        `line ${person.line}: ${person.respondent}, ${item}: ${cell} is not between ${spec.min} and ${spec.max}`,
      )
    return spec.reverse.includes(item) ? reversed(value, spec.min, spec.max) : value
  })
  const raw = likertRaw({ kind: 'likert_sum', maxMissing: spec.maxMissing }, values)
  const { z, T, percentile, sten, stanine } = standardScores(entry(spec.norms, key), raw)
  return { raw, missing: values.filter((value) => value === null).length, z, T, percentile, sten, stanine }
}
