import { timingSafeEqual } from 'node:crypto'
import { recordAudit, visitor } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { take } from '#server/throttles/throttles.ts'
import { holdDay } from './access.ts'
import { countWrongPin, type DayRow } from './queries.ts'
import { pinOf } from './secrets.ts'
import { markPending, type TabletRow } from './tablet-queries.ts'

/** Wrong tries of one PIN, over all tablets and networks: one of them is right with a chance of one in 10,000. */
export const maxWrongPins = 100
/** Wrong ones of one tablet in a quarter of an hour, counted before the look-up, so that a burst is refused and not only its end. */
const maxWrongOfTablet = 30

/** True when new tablets need a manager's confirmation, because too many wrong PINs were tried. */
export const pinLimitReached = (day: { wrong_pins: number }): boolean => day.wrong_pins >= maxWrongPins

/**
 * Compares a PIN that was typed on a tablet. The day is locked meanwhile: of a burst, no more PINs are looked at than its limit
 * allows. Beyond it a tablet that was never opened needs a manager's confirmation, and its PIN is not looked at, or the answer
 * would tell whether it is right. So this also holds for a tablet that has used up the tries of its own. On all others the right
 * PIN still opens, because who holds one tablet must not be able to keep the others shut.
 * @throws Failure too_many_requests
 */
export async function tryPin(
  db: Database,
  slipKey: Buffer,
  { tablet, day: { id } }: { tablet: TabletRow; day: Pick<DayRow, 'id'> },
  { pin, address }: { pin: string; address: string },
): Promise<'right' | 'wrong' | 'pending'> {
  const key = { clientId: tablet.client_id, id }
  const isPending = await db
    .transaction()
    .execute(async (tx) => becomesPending(tx, await holdDay(tx, key), tablet, address))
  if (isPending) return 'pending'
  const limit = { key: `tablet-pin:${tablet.id}`, atMost: maxWrongOfTablet, seconds: 15 * 60 }
  const giveBack = await take(db, [limit], () =>
    recordAudit(db, { action: 'sign_in_refused', reason: 'too_many_requests', by: visitor(address) }),
  )
  const outcome = await db.transaction().execute(async (tx) => {
    const day = await holdDay(tx, key)
    if (await becomesPending(tx, day, tablet, address)) return 'pending'
    const right = pinOf(slipKey, { id, pinTurn: day.pin_turn })
    if (timingSafeEqual(Buffer.from(right), Buffer.from(pin))) return 'right'
    if ((await countWrongPin(tx, key, maxWrongPins)) === maxWrongPins)
      await recordAudit(tx, {
        action: 'pin_limit_reached',
        by: visitor(address),
        clientId: key.clientId,
        details: { place: day.place, day: day.day, name: tablet.name },
      })
    return 'wrong'
  })
  if (outcome !== 'wrong') await giveBack()
  return outcome
}

/** Marks a tablet of a day that is locked as pending where it needs a confirmation now. @returns whether it does */
async function becomesPending(
  tx: Executor,
  day: DayRow,
  tablet: TabletRow,
  address: string,
): Promise<boolean> {
  const opened = tablet.opened_at !== null && tablet.opened_at >= day.starts_at
  if (opened || tablet.confirmed_at !== null || !pinLimitReached(day)) return false
  const clientId = tablet.client_id
  if (await markPending(tx, { clientId, id: tablet.id }))
    await recordAudit(tx, {
      action: 'tablet_pending',
      by: visitor(address),
      clientId,
      details: { place: day.place, day: day.day, name: tablet.name },
    })
  return true
}
