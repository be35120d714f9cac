import { timingSafeEqual } from 'node:crypto'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { take } from '#server/throttles/throttles.ts'
import { holdDay } from './access.ts'
import { countWrongPin, type DayRow } from './queries.ts'
import { pinOf } from './secrets.ts'
import { markPending, type TabletRow } from './tablet-queries.ts'

/** Wrong tries of one PIN, over all tablets and networks: one of them is right with a chance of one in 10,000. */
export const maxWrongPins = 100
/** Wrong ones of one tablet in a quarter of an hour, counted before the look-up, so that a burst is refused and not only its end. */
const maxWrongOfTablet = 30

/** Whether new tablets need a manager's confirmation, because too many wrong PINs were tried. */
export const pinLimitReached = (day: { wrong_pins: number }): boolean => day.wrong_pins >= maxWrongPins

/**
 * Compares a PIN that was typed on a tablet. The day is locked meanwhile: of a burst, no more PINs are looked at than its limit
 * allows. Beyond it a tablet that was never opened needs a manager's confirmation, and its PIN is not looked at, or the answer
 * would tell whether it is right. On all others the right one still opens, because who holds one tablet must not be able to keep
 * the others shut.
 * @throws Failure too_many_requests
 */
export async function tryPin(
  db: Database,
  slipKey: Buffer,
  { tablet, day: { id } }: { tablet: TabletRow; day: Pick<DayRow, 'id'> },
  { pin, address }: { pin: string; address: string },
): Promise<'right' | 'wrong' | 'pending'> {
  const limit = { key: `tablet-pin:${tablet.id}`, atMost: maxWrongOfTablet, seconds: 15 * 60 }
  const giveBack = await take(db, [limit], () =>
    recordAudit(db, { action: 'sign_in_refused', reason: 'too_many_requests', actorId: null, address }),
  )
  const clientId = tablet.client_id
  const outcome = await db.transaction().execute(async (tx) => {
    const day = await holdDay(tx, { clientId, id })
    const entry = { actorId: null, clientId, address }
    const details = { place: day.place, day: day.day, name: tablet.name }
    const opened = tablet.opened_at !== null && tablet.opened_at >= day.starts_at
    if (!opened && tablet.confirmed_at === null && pinLimitReached(day)) {
      if (await markPending(tx, { clientId, id: tablet.id }))
        await recordAudit(tx, { ...entry, action: 'tablet_pending', details })
      return 'pending'
    }
    const right = pinOf(slipKey, { id, pinTurn: day.pin_turn })
    if (timingSafeEqual(Buffer.from(right), Buffer.from(pin))) return 'right'
    if ((await countWrongPin(tx, { clientId, id }, maxWrongPins)) === maxWrongPins)
      await recordAudit(tx, { ...entry, action: 'pin_limit_reached', details })
    return 'wrong'
  })
  if (outcome !== 'wrong') await giveBack()
  return outcome
}
