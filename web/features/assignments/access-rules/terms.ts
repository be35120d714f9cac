import { z } from 'zod'
import { type NewOrder, newOrder } from '#contract/access-fields.ts'
import { clockOf } from '#contract/clock.ts'
import { numberOf } from '../../../app/numbers.ts'

/** The form's values for when tests can be started and in which order. */
export const terms = z.object({
  /** A calendar day of the client's; null: at any time. */
  day: z.string().nullable(),
  /** `09:00`; empty for the beginning of the day. */
  time: z.string(),
  inOrder: z.boolean(),
  /** The typed number of minutes. */
  pause: z.string(),
})
export type Terms = z.infer<typeof terms>

export const noTerms: Terms = { day: null, time: '09:00', inOrder: false, pause: '0' }

/** An opening as the server takes it. */
export const openingOf = ({ day, time }: Pick<Terms, 'day' | 'time'>): string | null =>
  day === null ? null : `${day}T${time || '00:00'}`

/** The day and time that clocks of a zone show at a moment. */
export function openingFields(opensAt: string | null, timeZone: string): Pick<Terms, 'day' | 'time'> {
  if (opensAt === null) return { day: null, time: noTerms.time }
  const [day = '', time = ''] = new Date(clockOf(opensAt, timeZone)).toISOString().split('T')
  return { day, time: time.slice(0, 5) }
}

/** Minutes; undefined for what is no pause. */
export const pauseOf = (typed: string) => numberOf(newOrder.shape.pauseMinutes, typed)

/** The values to send; empty if nothing was chosen. An order takes two tests. */
export function sentTerms(value: Terms, tests: number): { opensAt?: string; inOrder?: NewOrder } {
  const opensAt = openingOf(value)
  return {
    ...(opensAt !== null && { opensAt }),
    ...(value.inOrder && tests > 1 && { inOrder: { pauseMinutes: pauseOf(value.pause) ?? 0 } }),
  }
}

/** True if the tests would open after their last day. */
export const opensTooLate = ({ day }: Pick<Terms, 'day'>, dueDate: string | null): boolean =>
  day !== null && dueDate !== null && day > dueDate

/** True if a problem keeps the values from being sent; the fields show it. */
export const termsWrong = (value: Terms, dueDate: string | null, tests: number): true | undefined =>
  opensTooLate(value, dueDate) || isPauseWrong(value, tests) || undefined

/** True if the pause is no number of minutes, although it counts. */
export const isPauseWrong = ({ inOrder, pause }: Terms, tests: number): boolean =>
  inOrder && tests > 1 && pauseOf(pause) === undefined
