import { sql } from 'kysely'

/** What a pause adds to an attempt's clocks when it begins; of this, its end takes off what it did not use. */
export const pauseTime = sql`interval '24 hours'`

/**
 * The moment at which an attempt's clocks are: now, and during a pause the one at which they will go on. For a query in which
 * `paused_at` is the column of attempts. Without a pause `greatest` leaves the null out; a pause that nobody ended in a day
 * is over by the same comparison.
 */
export const clockNow = sql<Date>`greatest(now(), paused_at + ${pauseTime})`

/** Whether an attempt is paused now. For a query in which `paused_at` is the column of attempts. */
export const isPaused = sql<boolean>`coalesce(paused_at + ${pauseTime} > now(), false)`

/**
 * The end of an attempt's time as a manager reads it, as `deadline`: of a paused one as it was before the pause. For a query in
 * which `deadline` and `paused_at` are the columns of attempts.
 */
export const shownDeadline = sql<Date | null>`deadline - CASE WHEN ${isPaused} THEN ${pauseTime} ELSE interval '0' END`
