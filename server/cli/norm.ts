import { z } from 'zod'
import { buildNorm } from '#scoring/norms/build.ts'
import { compareShares } from '#scoring/norms/expected-shares.ts'
import { countScores } from '#scoring/norms/score-counts.ts'
import { bandEffect } from '#scoring/score/band-effect.ts'
import { CheckedBands, readScores, ScaleSpec } from './band-rules.ts'
import { CliError } from './error.ts'
import { cut, type Note, readJson } from './responses.ts'
import { parseSpec } from './scales.ts'

const NormWanted = z.strictObject({
  ...ScaleSpec.shape,
  /** Steps to a raw point: 12 for the mean of 12 answers. */
  per: z.int().positive().default(1),
  table: z.enum(['raw', 'smoothed']).default('smoothed'),
  degree: z.int().min(1).max(6).optional(),
  transform: z.enum(['linear', 'normalised']).default('linear'),
  /** Shares expected of each column's groups. */
  expected: z.record(z.string(), z.record(z.string(), z.number())).default({}),
  /** Bands to come; without them those of `now`. */
  bands: CheckedBands.optional(),
})

interface Options {
  scores: string
  spec: string
  /** Results that exist already, for the effect on their bands. */
  stored: string | undefined
  skipBadRows: boolean
}

/** Builds a norm table from people's raw scores. What can't be computed is null with a reason. */
export async function norm({ scores: path, spec: specPath, stored, ...options }: Options, note: Note) {
  const spec = parseSpec(NormWanted, await readJson(specPath), specPath)
  const reading = { note, skipBadRows: options.skipBadRows }
  const { columns, persons, scores } = await readScores(path, spec.scale, reading)
  const shares = Object.entries(spec.expected).map(([column, expected]) => {
    if (!columns.includes(column)) throw new CliError(`${path}: there is no column ${cut(column)}`)
    const people = persons.map(({ cells }) => cells.get(column) ?? '')
    return [column, compareShares(people, new Map(Object.entries(expected)))]
  })
  const { counts, reason } = countScores(scores, spec)
  const { unscored = null, between = null, outside = null } = counts ?? {}
  const result = counts ? buildNorm(counts, spec) : { built: null, reason }
  return {
    scale: spec.scale,
    left_out: { unscored, between_steps: between, outside_range: outside },
    sample: Object.fromEntries(shares),
    norm: result.built && {
      n: result.built.n,
      provisional: result.built.provisional,
      degree: result.built.degree,
      curves: result.built.curves,
      figures: result.built.norm,
      table: result.built.rows.map(({ standardError, ...row }) => ({
        ...row,
        standard_error: standardError,
      })),
    },
    reason: result.reason,
    ...(stored !== undefined &&
      result.built && {
        effect: await effectOn(stored, { spec, norm: result.built.norm, specPath, reading }),
      }),
  }
}

async function effectOn(
  stored: string,
  {
    spec: { now, bands, scale, min, max },
    norm: next,
    specPath,
    reading,
  }: {
    spec: z.infer<typeof NormWanted>
    norm: NonNullable<Parameters<typeof bandEffect>[1]['norm']>
    specPath: string
    reading: Parameters<typeof readScores>[2]
  },
) {
  if (now === undefined) throw new CliError(`${specPath}: now: is needed with --stored: the bands in use`)
  const { scores } = await readScores(stored, scale, reading)
  const before = { norm: now.norm, bandSet: now.bands, min, max }
  return bandEffect(scores, before, { norm: next, bandSet: bands ?? now.bands, min, max })
}
