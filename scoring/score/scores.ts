import { z } from 'zod'

const Count = z.int().nonnegative()
const counts = {
  /** Items shown to the person: all below but notPresented. */
  presented: Count,
  answered: Count,
  dontKnow: Count,
  omitted: Count,
  notReached: Count,
  timedOut: Count,
  notPresented: Count,
}
export const Counts = z.strictObject(counts)

/** A score that is not known is null, never 0 or NaN. */
const Maybe = z.number().nullable()
const Band = z.string().nullable()

/** One scale. `raw`, `sem`, `trueScore` and `see` are in raw points, `semT` in T points, nothing is rounded. */
export const ScaleScore = z.strictObject({
  ...counts,
  key: z.string(),
  kind: z.enum(['correct', 'likert_mean', 'likert_sum', 'forced_choice']),
  raw: Maybe,
  min: z.number(),
  max: z.number(),
  /** 0 to 100: where raw lies between min and max. */
  percentage: Maybe,
  /** Presented items without a value. */
  missing: Count,
  /** Missing answers were filled by the mean of the others. */
  prorated: z.boolean(),
  norm: z.string().nullable(),
  z: Maybe,
  T: Maybe,
  percentile: Maybe,
  sten: Maybe,
  stanine: Maybe,
  sem: Maybe,
  semT: Maybe,
  trueScore: Maybe,
  see: Maybe,
  band: Band,
  sensitive: z.boolean(),
})

export const PlacementScore = z.strictObject({
  total: z.number(),
  max: z.number(),
  percentage: z.number(),
  level: z.string(),
  /** Before the caps. */
  levelByTotal: z.string(),
  /** Caps whose condition is true, the lowest level first. */
  caps: z.array(z.strictObject({ scale: z.string(), percentage: z.number(), atMost: z.string() })),
  /** The nearest cut within one SEM of the total, and the levels below and above it. */
  borderline: z.strictObject({ cut: z.number(), below: z.string(), above: z.string() }).nullable(),
})

/** Indices over the whole checklist; `band` is the GSI's. */
export const ChecklistScore = z.strictObject({
  gsi: Maybe,
  pst: Maybe,
  psdi: Maybe,
  sum: Maybe,
  answered: Count,
  missing: Count,
  items: Count,
  band: Band,
})

export const Confidence = z.enum(['high', 'medium', 'low'])
export const ValidityScore = z.strictObject({
  /** The lowest outcome of the rules that could be judged; null when none could. */
  confidence: Confidence.nullable(),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.string(),
      value: Maybe,
      medium: Maybe,
      low: Maybe,
      outcome: Confidence.nullable(),
    }),
  ),
})

/** The scored result of one attempt as it is stored: plain JSON, the same for the same input, nothing rounded. */
export const Scores = z.strictObject({
  format: z.literal(1),
  /** The library's rules it was computed by, see score.ts. */
  scoring: z.string(),
  inventory: z.strictObject({ code: z.string(), version: z.int() }),
  totals: Counts,
  sections: z.array(z.strictObject({ ...counts, id: z.string() })),
  /** Responses that were not used: unknown or not presented items, values the item does not know. */
  ignored: z.array(z.string()),
  scales: z.array(ScaleScore),
  composites: z.array(z.strictObject({ key: z.string(), T: Maybe, band: Band })),
  categories: z.array(z.strictObject({ key: z.string(), T: Maybe, scored: Count, of: Count, band: Band })),
  checklist: ChecklistScore.nullable(),
  placement: PlacementScore.nullable(),
  validity: ValidityScore,
})

export type Counts = z.infer<typeof Counts>
export type ScaleScore = z.infer<typeof ScaleScore>
export type PlacementScore = z.infer<typeof PlacementScore>
export type ChecklistScore = z.infer<typeof ChecklistScore>
export type ValidityScore = z.infer<typeof ValidityScore>
export type Confidence = z.infer<typeof Confidence>
export type Scores = z.infer<typeof Scores>
