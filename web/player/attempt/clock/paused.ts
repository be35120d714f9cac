import type { Head } from '../saving/store.ts'

/** Time that a manager's pause adds to every clock when it begins; the same as in server/db/attempt-clock.ts. */
const pauseMs = 24 * 3_600_000

type Pause = Pick<Head, 'pausedAt' | 'breaks'>

/** When a pause is over that nobody ends: a break at its own end, a manager's pause after a day. */
const endOf = (pausedAt: string, { breaks }: Pause): number =>
  breaks?.until ? Date.parse(breaks.until) : Date.parse(pausedAt) + pauseMs

/** The moment at which an attempt's clocks are: now, and during a pause the one at which they will go on. */
export const clockNow = (pause: Pause, now: number): number =>
  pause.pausedAt ? Math.max(now, endOf(pause.pausedAt, pause)) : now

/**
 * True while the test is paused, by a manager or for a break. It goes on when the pause's time is over, even if no call says
 * so.
 */
export const isPaused = (pause: Pause, now: number): boolean =>
  pause.pausedAt != null && endOf(pause.pausedAt, pause) > now

/** A clock that the server does not know of yet, after a pause began or ended that the device has learned of. */
export function throughPause(deadline: string, from: Pause, to: Pause, now: number): string {
  const [was, is] = [from.pausedAt ?? null, to.pausedAt ?? null]
  if (was === is) return deadline
  let end = Date.parse(deadline)
  // A manager's pause may take the place of a break.
  if (was !== null && end > endOf(was, from))
    end += Math.min((is === null ? now : Date.parse(is)) - endOf(was, from), 0)
  if (is !== null && end > Date.parse(is)) end += endOf(is, to) - Date.parse(is)
  return new Date(end).toISOString()
}
