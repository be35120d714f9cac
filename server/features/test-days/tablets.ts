import { isDayCode } from '#contract/dayCode.ts'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import { codeIterations, type registerTablet, type TabletDay } from '#contract/tablets.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import { databaseTime } from '#server/db/clock-queries.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { ownList } from '#server/features/attempts/own.ts'
import { type SignedIn, signIn } from '#server/features/users/open-session.ts'
import { Failure } from '#server/http/failure.ts'
import type { Origin } from '#server/http/origin.ts'
import { hashSecret } from '#server/secrets.ts'
import { networkOf } from '#server/throttles/network.ts'
import { take } from '#server/throttles/throttles.ts'
import { deriveSoon } from './codes.ts'
import { testDayObject } from './days.ts'
import { findByCode } from './people-queries.ts'
import { type CountedDay, findByNumber, findDay } from './queries.ts'
import { codeSalt, hashCode, newTabletToken, packageKey, pinOf, readTabletToken } from './secrets.ts'
import {
  endSessionsOn,
  findPackageVersion,
  findTablet,
  holdTablet,
  insertTablet,
  markOpened,
  markSeen,
  type TabletRow,
} from './tablet-queries.ts'

declare const authorized: unique symbol

/** A tablet by its own token, and its day. Only this module makes one. */
export interface AuthorizedTablet {
  readonly [authorized]: true
  readonly tablet: TabletRow
  readonly day: CountedDay
  readonly client: AuthorizedClient
}

/** @throws Failure not_authenticated */
export async function authorizeTablet(db: Executor, token: string): Promise<AuthorizedTablet> {
  const key = readTabletToken(token)
  const tablet = key && (await findTablet(db, key, hashSecret(token)))
  if (tablet === undefined) throw new Failure('not_authenticated')
  const client = await clientOfJob(db, tablet.client_id)
  const day = await findDay(db, client, tablet.test_day_id)
  if (day === undefined) throw new Failure('not_authenticated')
  const found = { tablet, day, client }
  // The brand exists in the type alone.
  return found as typeof found & AuthorizedTablet
}

/** Wrong PINs of one network, of one tablet, and of one day where tablets are set up, in a quarter of an hour. */
const maxWrong = { network: 60, tablet: 30, day: 30 }
const quarterHour = 15 * 60

/**
 * A network and a tablet are counted before the look-up, so that a burst is refused and not only its end. Beyond the limit of a
 * day's number the right PIN still opens, because a stranger must not be able to keep the supervisors out.
 * @param from a tablet that exists, or the number that was typed to make one
 * @throws Failure tablet_refused, too_many_requests
 */
async function checkPin(
  db: Database,
  slipKey: Buffer,
  day: { id: string; pin_turn: number } | undefined,
  { pin, address, from }: { pin: string; address: string; from: { tabletId: string } | { number: string } },
): Promise<void> {
  const recordPace = () =>
    recordAudit(db, { action: 'sign_in_refused', reason: 'too_many_requests', actorId: null, address })
  const limit = (key: string, atMost: number) => ({ key, atMost, seconds: quarterHour })
  const before = [limit(`tablet:${networkOf(address)}`, maxWrong.network)]
  if ('tabletId' in from) before.push(limit(`tablet-pin:${from.tabletId}`, maxWrong.tablet))
  const giveBack = await take(db, before, recordPace)
  if (day !== undefined && pinOf(slipKey, { id: day.id, pinTurn: day.pin_turn }) === pin) {
    await giveBack()
    return
  }
  // By what was typed, alike for a number that no day has.
  if ('number' in from) await take(db, [limit(`tablet-pin:${from.number}`, maxWrong.day)], recordPace)
  throw new Failure('tablet_refused')
}

/**
 * Makes a device a tablet of a day.
 * @throws Failure tablet_refused, alike for an unknown number and a wrong PIN; test_day_over, too_many_requests
 */
export async function register(
  db: Database,
  slipKey: Buffer,
  { number, pin, name, room = '' }: BodyOf<typeof registerTablet>,
  { address }: Origin,
): Promise<{ token: string; tablet: AuthorizedTablet }> {
  const found = await findByNumber(db, number)
  const client = found && (await clientOfJob(db, found.clientId))
  const day = found && client && (await findDay(db, client, found.id))
  await checkPin(db, slipKey, day, { pin, address, from: { number } })
  if (day === undefined || client === undefined) throw new Failure('tablet_refused')
  if (day.state === 'over') throw new Failure('test_day_over')
  const key = { clientId: client.id, id: newId() }
  const token = newTabletToken(key)
  await db.transaction().execute(async (tx) => {
    await insertTablet(tx, { ...key, testDayId: day.id, name, room, tokenHash: hashSecret(token) })
    await deriveSoon(tx, client.id)
    await recordAudit(tx, {
      action: 'tablet_added',
      actorId: null,
      clientId: client.id,
      address,
      details: { place: day.place, day: day.day, name },
    })
  })
  return { token, tablet: await authorizeTablet(db, token) }
}

/** Opens a tablet on its day, by the PIN. @throws Failure tablet_refused, test_day_not_yet, test_day_over */
export async function open(
  db: Database,
  slipKey: Buffer,
  { tablet, day }: AuthorizedTablet,
  { pin, address }: { pin: string; address: string },
): Promise<{ key: string }> {
  // Wrong PINs elsewhere must not keep the tablets of a hall shut.
  await checkPin(db, slipKey, day, { pin, address, from: { tabletId: tablet.id } })
  refuseClosed({ tablet, day })
  await markOpened(db, { clientId: tablet.client_id, id: tablet.id }, day.starts_at)
  return { key: packageKey(slipKey, day.id).toString('base64') }
}

/** @throws Failure test_day_not_yet, test_day_over for a day that is over and for a withdrawn tablet */
function refuseClosed({ tablet, day }: Pick<AuthorizedTablet, 'tablet' | 'day'>): void {
  if (day.state === 'over' || tablet.revoked_at !== null) throw new Failure('test_day_over')
  if (day.state === 'planned') throw new Failure('test_day_not_yet')
}

/** How a tablet's day is, for that tablet. */
export async function tabletDay(
  db: Database,
  slipKey: Buffer,
  { tablet, day, client }: AuthorizedTablet,
  locale: Locale,
): Promise<TabletDay> {
  await markSeen(db, { clientId: client.id, id: tablet.id })
  const revoked = tablet.revoked_at !== null
  const { tests } = await testDayObject(db, day, locale)
  return {
    ...{ client: client.name, place: day.place, day: day.day, timeZone: client.timeZone },
    startsAt: day.starts_at.toISOString(),
    endsAt: day.ends_at.toISOString(),
    state: revoked ? 'over' : day.state,
    revoked,
    tests: tests.map(({ code, name }) => ({ code, name })),
    tablet: { id: tablet.id, name: tablet.name, room: tablet.room },
    codes: { salt: codeSalt(slipKey, tablet.id).toString('base64'), iterations: codeIterations },
    packageVersion: await findPackageVersion(db, { clientId: client.id, testDayId: day.id }),
    serverTime: (await databaseTime(db)).toISOString(),
  }
}

/** Wrong codes of one tablet in a quarter of an hour: a slip of the finger is noticed before, by the check digit. */
const maxWrongCodes = 10

/**
 * Opens the session of the person with this code. It ends the one that was open on the tablet.
 * @throws Failure day_code_invalid, invitation_completed with the receipt, test_day_not_yet, test_day_over,
 *   too_many_requests
 */
export async function enter(
  db: Database,
  slipKey: Buffer,
  on: AuthorizedTablet,
  { code, origin, locale }: { code: string; origin: Origin; locale: Locale },
): Promise<SignedIn & { assignments: Awaited<ReturnType<typeof ownList>> }> {
  refuseClosed(on)
  // Opened before its day, or not yet: the PIN opens it.
  const { opened_at: openedAt } = on.tablet
  if (openedAt === null || openedAt < on.day.starts_at) throw new Failure('test_day_not_yet')
  if (!isDayCode(code)) throw new Failure('day_code_invalid')
  const { client, day, tablet } = on
  const giveBack = await take(db, [
    { key: `day-code:${tablet.id}`, atMost: maxWrongCodes, seconds: quarterHour },
  ])
  const entered = await db
    .transaction()
    .execute(async (tx) => {
      const person = await findByCode(
        tx,
        { clientId: client.id, id: day.id },
        hashCode(slipKey, day.id, code),
      )
      if (person === undefined) return undefined
      if (!(await holdTablet(tx, { clientId: client.id, id: tablet.id }))) throw new Failure('test_day_over')
      await endSessionsOn(tx, tablet.id)
      const onTablet = { testDayId: day.id, tabletId: tablet.id }
      const session = {
        userId: person.userId,
        invitationClientId: client.id,
        remembered: false,
        tablet: onTablet,
      }
      const signedIn = await signIn(tx, session, origin, 'day_code')
      const caller = { ...person, name: signedIn.user.name, invitationClientId: client.id, tablet: onTablet }
      const assignments = await ownList(tx, caller, locale)
      const open = assignments.results.some((one) => one.status === 'pending')
      const receipt = assignments.results.find((one) => one.receipt !== null)?.receipt
      if (!open && receipt != null) throw new Failure('invitation_completed', { details: { receipt } })
      return { ...signedIn, assignments }
    })
    .catch(async (error: unknown) => {
      // The code was right.
      await giveBack()
      throw error
    })
  if (entered === undefined) throw new Failure('day_code_invalid')
  await giveBack()
  return entered
}
