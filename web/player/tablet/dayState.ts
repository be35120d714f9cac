import type { Tablet } from './store.ts'

/**
 * - `planned`: prepared for a day to come.
 * - `today`: the PIN opens it.
 * - `open`: people enter their codes.
 * - `over`: nobody enters any more; who is in a test goes on.
 * - `withdrawn`: by a manager.
 */
export type TabletState = 'planned' | 'today' | 'open' | 'over' | 'withdrawn'

/**
 * @param now by the server's clock, in milliseconds: without a connection the day ends all the same
 * @param latest what it may be at the latest, which ends the day
 */
export function stateOf(tablet: Tablet, now: number, latest = now): TabletState {
  const { day, withdrawn, verifier } = tablet
  if (withdrawn || day.revoked) return 'withdrawn'
  if (day.state === 'over' || latest >= Date.parse(day.endsAt)) return 'over'
  if (now < Date.parse(day.startsAt)) return 'planned'
  return verifier ? 'open' : 'today'
}
