import { z } from 'zod'
import { Id, Ids } from './item-schema.ts'

/**
 * Published figures of a reference group. `freq[i]` people scored `freqFrom + i`, or a `freqPer`-th of that: the mean of
 * 12 answers goes in twelfths. Together they are `n`.
 */
export const Norm = z.strictObject({
  source: z.string().regex(/\S/, 'is empty'),
  invented: z.boolean(),
  n: z.int().positive(),
  mean: z.number(),
  sd: z.number().positive(),
  reliability: z.number().min(0).max(1).optional(),
  freq: z.array(z.int().nonnegative()).min(1).optional(),
  freqFrom: z.int().optional(),
  freqPer: z.int().positive().optional(),
})

/** Bands, levels and caps: more than any report can tell apart. */
const MOST_CUTS = 100

/** The look of a band; its words say the same. */
const Tone = z.enum(['strength', 'above', 'expected', 'below', 'attention'])

/** `from` inclusive, `to` exclusive; the first band is open below, the last one above. */
export const BandSet = z.strictObject({
  on: z.enum(['raw', 'T', 'percentage']),
  bands: z
    .array(
      z.strictObject({
        id: Id,
        from: z.number().optional(),
        to: z.number().optional(),
        tone: Tone.optional(),
      }),
    )
    .min(2)
    .max(MOST_CUTS),
})

const scaleBase = {
  key: Id,
  norm: Id.optional(),
  bandSet: Id.optional(),
  /** Shown only to the named recipients, never exported or averaged. */
  sensitive: z.boolean().optional(),
  /** A score in this band or beyond it is flagged for the clinician that a client has named. */
  flagFrom: Id.optional(),
  /** Its `short` text labels an axis of the radar or a bar. */
  axisLabel: z.boolean().optional(),
}
/** Either its own items, or all items of other scales (a total, sharing items by intention). */
const members = { items: Ids.min(1).optional(), of: Ids.min(1).optional() }
const likert = {
  ...members,
  reverse: Ids.optional(),
  min: z.int(),
  max: z.int(),
  maxMissing: z.int().nonnegative().optional(),
  maxMissingShare: z.number().min(0).max(1).optional(),
}

const CorrectScale = z.strictObject({
  ...scaleBase,
  ...members,
  kind: z.literal('correct'),
  /** A check alone: it must be what the items can give. */
  max: z.number().positive().optional(),
  /** Corrects for guessing: a wrong answer to one of k options costs its points / (k − 1), a blank nothing. */
  formulaScore: z.boolean().optional(),
})
const LikertScale = z.strictObject({
  ...scaleBase,
  ...likert,
  kind: z.enum(['likert_mean', 'likert_sum']),
})
/** Its items are the forced choices that have a statement loading on it. */
const ForcedChoiceScale = z.strictObject({ ...scaleBase, kind: z.literal('forced_choice') })

export const Scale = z.discriminatedUnion('kind', [CorrectScale, LikertScale, ForcedChoiceScale])

export const Composite = z.strictObject({
  key: Id,
  parts: z.array(z.strictObject({ scale: Id, weight: z.number() })).min(1),
  bandSet: Id.optional(),
})

/** A heading over its scales without `minScored`, and their mean T with it. */
export const Category = z.strictObject({
  key: Id,
  scales: Ids.min(1),
  minScored: z.int().positive().optional(),
  bandSet: Id.optional(),
})

/** Global indices of a symptom checklist; `bandSet` is for the GSI. */
export const Checklist = z.strictObject({
  items: z.union([z.literal('all'), Ids.min(1)]),
  maxMissing: z.int().nonnegative(),
  bandSet: Id.optional(),
})

const LevelId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}$/, 'must be a level id')
export const Placement = z.strictObject({
  scales: Ids.min(1),
  levels: z
    .array(z.strictObject({ id: LevelId, from: z.number() }))
    .min(2)
    .max(MOST_CUTS),
  caps: z
    .array(z.strictObject({ scale: Id, belowPercent: z.number().positive().max(100), atMost: LevelId }))
    .max(MOST_CUTS)
    .optional(),
  sem: z.number().nonnegative(),
})

/** Ways of using a scale of points that may have little to do with what it asks. */
export const responseStyles = ['acquiescence', 'extremity', 'midpoint'] as const

/** A value of `medium` or more lowers the confidence to medium, of `low` or more to low. */
const limits = { id: Id, medium: z.number().optional(), low: z.number().optional() }
export const ValidityRule = z.discriminatedUnion('kind', [
  z.strictObject({ ...limits, kind: z.literal('longest_run'), items: Ids.min(2).optional() }),
  z.strictObject({ ...limits, kind: z.literal('speed'), msPerItem: z.number().positive() }),
  z.strictObject({ ...limits, kind: z.literal('infrequency') }),
  z.strictObject({ ...limits, kind: z.literal('instructed') }),
  z.strictObject({ ...limits, kind: z.literal('desirability'), reverse: Ids.optional() }),
  z.strictObject({
    ...limits,
    kind: z.literal('consistency_pairs'),
    pairs: z.array(z.strictObject({ a: Id, b: Id, opposite: z.boolean().optional() })).min(1),
  }),
  z.strictObject({ ...limits, kind: z.literal('unanswered') }),
  z.strictObject({
    ...limits,
    kind: z.enum(responseStyles),
    items: Ids.min(1).optional(),
  }),
])

export type Norm = z.infer<typeof Norm>
export type BandSet = z.infer<typeof BandSet>
export type Scale = z.infer<typeof Scale>
export type LikertScale = z.infer<typeof LikertScale>
export type Checklist = z.infer<typeof Checklist>
export type Placement = z.infer<typeof Placement>
export type ValidityRule = z.infer<typeof ValidityRule>
export type ResponseStyle = (typeof responseStyles)[number]
export type StyleRule = Extract<ValidityRule, { kind: ResponseStyle }>
