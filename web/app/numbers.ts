import type { z } from 'zod'

/** A whole number as people write it, in groups of three or not; NaN for anything else. */
export function wholeNumber(text: string): number {
  const typed = text.trim()
  const grouped = /^\d{1,3}([., \u00a0]\d{3})+$/.test(typed)
  return /^\d+$/.test(typed) || grouped ? Number(typed.replace(/\D/g, '')) : Number.NaN
}

/** The same, within the limits of the schema that takes it; undefined for anything else. */
export const numberOf = (schema: z.ZodType<number>, text: string): number | undefined =>
  schema.safeParse(wholeNumber(text)).data
