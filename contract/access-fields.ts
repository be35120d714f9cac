import { z } from 'zod'
import { day } from './fields.ts'

/** A day and hour by the client's clock, to the minute: `2026-12-01T09:00`. */
export const newOpening = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, { error: 'format' })
  .refine((text) => day.safeParse(text.slice(0, 10)).success, { error: 'format' })

/** The longest pause between two tests: a week. */
export const maxPauseMinutes = 7 * 24 * 60

/** Tests have an order: each opens when the one before is done and the pause is over. */
export const newOrder = z.strictObject({ pauseMinutes: z.number().int().min(0).max(maxPauseMinutes) })
export type NewOrder = z.infer<typeof newOrder>

/** The longest cool-down: ten years. */
export const maxCoolDownDays = 3650
