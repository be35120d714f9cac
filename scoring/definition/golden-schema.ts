import { z } from 'zod'
import { Id } from './item-schema.ts'

const Score = z.number().nullable()
const Band = Id.nullable()

/** An answer as the player sends it: an option, a number, several options, or one for each part. */
const Answer = z.union([
  z.string().max(200),
  z.number(),
  z.array(z.string().max(200)).max(200),
  z.record(Id, z.string().max(200)),
])

/** The scores that must come out. Only what is named is compared, and one that names nothing would prove nothing. */
const Expected = z
  .strictObject({
    scales: z
      .record(Id, z.strictObject({ raw: Score.optional(), T: Score.optional(), band: Band.optional() }))
      .optional(),
    composites: z.record(Id, z.strictObject({ T: Score.optional(), band: Band.optional() })).optional(),
    categories: z.record(Id, z.strictObject({ T: Score.optional(), band: Band.optional() })).optional(),
    checklist: z
      .strictObject({
        gsi: Score.optional(),
        pst: Score.optional(),
        psdi: Score.optional(),
        band: Band.optional(),
      })
      .optional(),
    placement: z.strictObject({ total: z.number().optional(), level: z.string().optional() }).optional(),
  })
  .refine((expected) => Object.keys(expected).length > 0)

/** A person's answers with their scores, worked out in another way than by the scoring itself. */
export const GoldenCase = z.strictObject({
  id: Id,
  answers: z.record(Id, Answer),
  expected: Expected,
})
export type GoldenCase = z.infer<typeof GoldenCase>
