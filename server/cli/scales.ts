import { z } from 'zod'
import { entry } from '#scoring/definition/lookup.ts'
import { likertRaw, reversed, standardScores } from '#scoring/score/scales.ts'
import { CliError } from './error.ts'
import { cut, Faults, type Note, type Respondent, readJson, readResponses } from './responses.ts'

/** A norm as a spec gives it; `norm` prints one. */
export const NormSpec = z
  .strictObject({
    mean: z.number(),
    sd: z.number().positive(),
    freq: z
      .array(z.number().nonnegative())
      .min(1)
      .refine((counts) => counts.some((count) => count > 0), 'counts nobody')
      .optional(),
    freqFrom: z.number().optional(),
    freqPer: z.int().positive().optional(),
    /** z, T and sten are read from freq in place of mean and sd. */
    normalised: z.boolean().optional(),
  })
  .superRefine(({ freq, freqFrom, freqPer, normalised }, { addIssue }) => {
    const needing = { freqFrom: freqFrom !== undefined, freqPer: freqPer !== undefined, normalised }
    for (const [name, needs] of Object.entries(needing))
      if (needs && freq === undefined) addIssue({ code: 'custom', path: [name], message: 'needs freq' })
  })
  .transform(({ freq, freqFrom, freqPer, normalised, ...norm }) => ({
    ...norm,
    ...(freq && { freq }),
    ...(freqFrom !== undefined && { freqFrom }),
    ...(freqPer !== undefined && { freqPer }),
    ...(normalised !== undefined && { normalised }),
  }))

/** Likert scales of any questionnaire: their items, the range of answers and the reversed items. */
export const LikertSpec = z
  .strictObject({
    kind: z.literal('likert'),
    min: z.number(),
    max: z.number(),
    reverse: z.array(z.string()).default([]),
    scales: z.record(z.string(), z.array(z.string()).min(1)),
    maxMissing: z.int().nonnegative().default(0),
    norms: z.record(z.string(), NormSpec).default({}),
  })
  .refine(({ min, max }) => min < max, { path: ['max'], error: 'must be above min' })
  .superRefine(({ scales, reverse, norms }, { addIssue }) => {
    const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message })
    for (const [key, items] of Object.entries(scales)) {
      const twice = items.find((item, at) => items.indexOf(item) < at)
      if (twice !== undefined) issue(['scales', key], `has ${cut(twice)} twice`)
    }
    const scored = new Set(Object.values(scales).flat())
    for (const [at, item] of reverse.entries()) {
      if (reverse.indexOf(item) < at) issue(['reverse'], `has ${cut(item)} twice`)
      else if (!scored.has(item)) issue(['reverse'], `has ${cut(item)}, which is in no scale`)
    }
    for (const key of Object.keys(norms))
      if (!Object.hasOwn(scales, key)) issue(['norms', key], 'belongs to no scale')
  })
export type LikertSpec = z.infer<typeof LikertSpec>

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
  options: { responses: string; spec: string; skipBadRows?: boolean },
  note: Note,
): Promise<{ persons: { respondent: string; scales: Record<string, ScaleResult> }[] }> {
  const spec = parseSpec(LikertSpec, await readJson(options.spec), options.spec)
  const skipBadRows = options.skipBadRows === true
  const { columns, persons } = await readResponses(options.responses, { note, skipBadRows })
  const missing = new Faults()
  const wanted = new Set(Object.values(spec.scales).flat())
  for (const item of wanted)
    if (!columns.includes(item)) missing.add(`${options.responses}: there is no column ${cut(item)}`)
  missing.end()
  const faults = new Faults(skipBadRows ? note : undefined)
  const scored = persons.flatMap((person) => {
    const before = faults.count
    const values = new Map([...wanted].map((item) => [item, readValue(spec, item, person, faults)]))
    const each = Object.entries(spec.scales).map(([key, items]) => {
      return [
        key,
        scoreOne(
          spec,
          key,
          items.map((item) => values.get(item) ?? null),
        ),
      ] as const
    })
    if (faults.count > before) return []
    return [{ respondent: person.respondent, scales: Object.fromEntries(each) }]
  })
  faults.end()
  return { persons: scored }
}

/** @throws CliError with each field that is wrong */
export function parseSpec<T>(schema: z.ZodType<T>, json: unknown, path: string): T {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new CliError(
    parsed.error.issues
      .map((issue) => `${path}: ${issue.path.join('.') || '(top)'}: ${issue.message}`)
      .join('\n'),
  )
}

/** True for a number of the range. Decimal digits alone: `0x3` and `1e1` are slips. */
export const isNumberWithin = ({ min, max }: Pick<LikertSpec, 'min' | 'max'>, cell: string): boolean =>
  /^[+-]?\d+(\.\d+)?$/.test(cell) && Number(cell) >= min && Number(cell) <= max

/** A cell as its item's value; null where it is blank. */
function readValue(spec: LikertSpec, item: string, person: Respondent, faults: Faults): number | null {
  const cell = person.cells.get(item)
  if (cell === undefined) return null
  const value = Number(cell)
  if (!isNumberWithin(spec, cell)) {
    const who = `line ${person.line}: ${cut(person.respondent)}`
    faults.add(`${who}, ${item}: ${JSON.stringify(cut(cell))} is no number from ${spec.min} to ${spec.max}`)
    return null
  }
  return spec.reverse.includes(item) ? reversed(value, spec.min, spec.max) : value
}

function scoreOne(spec: LikertSpec, key: string, values: readonly (number | null)[]): ScaleResult {
  const raw = likertRaw({ kind: 'likert_sum', maxMissing: spec.maxMissing }, values)
  const { z, T, percentile, sten, stanine } = standardScores(entry(spec.norms, key), raw)
  return { raw, missing: values.filter((value) => value === null).length, z, T, percentile, sten, stanine }
}
