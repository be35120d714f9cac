import { timingSafeEqual } from 'node:crypto'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import { take } from '#server/throttles/throttles.ts'
import { countWrongPin, type DayRow } from './queries.ts'
import { pinOf } from './secrets.ts'
import type { TabletRow } from './tablet-queries.ts'

/** Wrong tries of one PIN, over all tablets and networks: one of them is right with a chance of one in 10,000. */
export const maxWrongPins = 100
/** Wrong ones of one tablet in a quarter of an hour, counted before the look-up, so that a burst is refused and not only its end. */
const maxWrongOfTablet = 30

/** Whether wrong PINs are refused as too many, and new tablets need a manager's confirmation. */
export const pinLimitReached = (day: { wrong_pins: number }): boolean => day.wrong_pins >= maxWrongPins

/**
 * Checks a PIN that was typed on a tablet. Beyond the limit of the day the right one still opens, because who holds one tablet must
 * not be able to keep the others shut.
 * @throws Failure tablet_refused, too_many_requests
 */
export async function checkPin(
  db: Database,
  slipKey: Buffer,
  { tablet, day }: { tablet: Pick<TabletRow, 'id' | 'name'>; day: DayRow },
  { pin, address }: { pin: string; address: string },
): Promise<void> {
  const limit = { key: `tablet-pin:${tablet.id}`, atMost: maxWrongOfTablet, seconds: 15 * 60 }
  const giveBack = await take(db, [limit], () =>
    recordAudit(db, { action: 'sign_in_refused', reason: 'too_many_requests', actorId: null, address }),
  )
  const right = pinOf(slipKey, { id: day.id, pinTurn: day.pin_turn })
  if (timingSafeEqual(Buffer.from(right), Buffer.from(pin))) return giveBack()
  const counted = await countWrongPin(db, { clientId: day.client_id, id: day.id }, maxWrongPins)
  if (counted === undefined) {
    const retryAfterSeconds = Math.max(1, Math.ceil((day.ends_at.getTime() - Date.now()) / 1000))
    throw new Failure('too_many_requests', { retryAfterSeconds })
  }
  if (counted === maxWrongPins)
    await recordAudit(db, {
      ...{ action: 'pin_limit_reached', actorId: null, clientId: day.client_id, address },
      details: { place: day.place, day: day.day, name: tablet.name },
    })
  throw new Failure('tablet_refused')
}
