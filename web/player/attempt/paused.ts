import type { Head } from './store.ts'

/** What a pause adds to every clock when it begins, as the server does (server/db/attempt-clock.ts). */
export const pauseMs = 24 * 3_600_000

/** The moment at which an attempt's clocks are: now, and during a pause the one at which they will go on. */
export const clockNow = ({ pausedAt }: Pick<Head, 'pausedAt'>, now: number): number =>
  pausedAt ? Math.max(now, Date.parse(pausedAt) + pauseMs) : now

/** Whether a manager has paused the test; after a day it goes on, also where nobody says so. */
export const isPaused = ({ pausedAt }: Pick<Head, 'pausedAt'>, now: number): boolean =>
  pausedAt != null && Date.parse(pausedAt) + pauseMs > now

/** A clock that the server does not know of yet, after a pause began or ended that the device has learned of. */
export function throughPause(
  deadline: string,
  from: Pick<Head, 'pausedAt'>,
  to: Pick<Head, 'pausedAt'>,
  now: number,
): string {
  const [was, is] = [from.pausedAt ?? null, to.pausedAt ?? null]
  const end = Date.parse(deadline)
  if (was === null && is !== null && end > Date.parse(is)) return new Date(end + pauseMs).toISOString()
  if (was === null || is !== null || end <= Date.parse(was) + pauseMs) return deadline
  const used = Math.min(now - Date.parse(was), pauseMs)
  return new Date(end - pauseMs + used).toISOString()
}
