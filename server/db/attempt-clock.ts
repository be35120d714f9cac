import { sql } from 'kysely'

/** The time that a manager's pause adds to an attempt's clocks when it begins; its end takes off what it did not use. */
export const pauseTime = sql`interval '24 hours'`

/**
 * When a pause is over that nobody ends: a break at its own end, a manager's pause after a day. Null without a pause. For a query
 * in which `paused_at` and `break_until` are the columns of attempts, as in all below.
 */
export const pauseEnd = sql<Date | null>`coalesce(break_until, paused_at + ${pauseTime})`

/**
 * The moment at which an attempt's clocks are: now, and during a pause the one at which they will go on.
 * Without a pause `greatest` leaves the null out; a pause that nobody ended in time is over by the same comparison.
 */
export const clockNow = sql<Date>`greatest(now(), ${pauseEnd})`

/** True when an attempt is paused now, by a manager or for a break. */
export const isPaused = sql<boolean>`coalesce(${pauseEnd} > now(), false)`

/**
 * The end of an attempt's time as a manager reads it, as `deadline`: of a paused one as it was before the pause. `deadline`
 * is the column of attempts, too.
 */
export const shownDeadline = sql<Date | null>`deadline - CASE WHEN ${isPaused} THEN ${pauseEnd} - paused_at ELSE interval '0' END`
