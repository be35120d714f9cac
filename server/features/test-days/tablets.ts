import { isDayCode } from '#contract/dayCode.ts'
import type { Locale } from '#contract/fields.ts'
import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import {
  codeIterations,
  type enterByDayCode,
  type openTablet as openTabletCall,
  type TabletDay,
} from '#contract/tablets.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import { databaseTime } from '#server/db/clock-queries.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { type SignedIn, signIn } from '#server/features/access/users/open-session.ts'
import { ownList } from '#server/features/delivery/attempts/my-assignments.ts'
import type { TabletCaller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { originOf } from '#server/http/origin.ts'
import { type Context, subject, type Visitor } from '#server/http/subject.ts'
import { hashSecret } from '#server/secrets.ts'
import { take } from '#server/throttles/throttles.ts'
import { testDayObject } from './days.ts'
import { findByCode } from './people-queries.ts'
import { tryPin } from './pins.ts'
import { type CountedDay, findDay } from './queries.ts'
import { codeSalt, hashCode, packageKey, readTabletToken } from './secrets.ts'
import {
  endSessionsOn,
  endSoonOn,
  findPackage,
  findTablet,
  holdTablet,
  isPending,
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

export const onTablet = subject(
  'tablet',
  (db, { tabletToken }: TabletCaller) => authorizeTablet(db, tabletToken),
  ({ client }) => client.id,
)

/**
 * Opens a tablet on its day, by the PIN.
 * @throws Failure test_day_not_yet, test_day_over, tablet_pending, all of them alike for any PIN; tablet_refused, too_many_requests
 */
export async function openTablet(
  db: Database,
  on: AuthorizedTablet,
  { pin }: BodyOf<typeof openTabletCall>,
  { address, locale, caller }: Visitor<TabletCaller>,
  { deps }: Context,
): Promise<AnswerOf<typeof openTabletCall>> {
  const { slipKey } = deps.config
  // First: before the day nobody learns whether a PIN is right.
  refuseClosed(on)
  const { tablet, day } = on
  const tried = isPending(tablet) ? 'pending' : await tryPin(db, slipKey, on, { pin, address })
  if (tried === 'pending') throw new Failure('tablet_pending')
  if (tried === 'wrong') throw new Failure('tablet_refused')
  await markOpened(db, { clientId: tablet.client_id, id: tablet.id }, day.starts_at)
  const now = await authorizeTablet(db, caller.tabletToken)
  return {
    key: packageKey(slipKey, day.id).toString('base64'),
    day: await tabletDay(db, slipKey, now, locale),
  }
}

/** @throws Failure test_day_not_yet, test_day_over for a day that is over and for a withdrawn tablet */
function refuseClosed({ tablet, day }: Pick<AuthorizedTablet, 'tablet' | 'day'>): void {
  if (day.state === 'over' || tablet.revoked_at !== null) throw new Failure('test_day_over')
  if (day.state === 'planned') throw new Failure('test_day_not_yet')
}

/** A tablet's day, as that tablet sees it. */
export async function tabletDay(
  db: Database,
  slipKey: Buffer,
  { tablet, day, client }: AuthorizedTablet,
  locale: Locale,
): Promise<TabletDay> {
  await markSeen(db, { clientId: client.id, id: tablet.id })
  const revoked = tablet.revoked_at !== null
  const { tests } = await testDayObject(db, day, locale)
  const { version } = await findPackage(db, { clientId: client.id, testDayId: day.id })
  return {
    client: client.name,
    place: day.place,
    day: day.day,
    timeZone: client.timeZone,
    startsAt: day.starts_at.toISOString(),
    endsAt: day.ends_at.toISOString(),
    state: revoked ? 'over' : day.state,
    revoked,
    pending: isPending(tablet),
    confirmed: tablet.confirmed_at !== null,
    tests: tests.map(({ code, name }) => ({ code, name })),
    tablet: { id: tablet.id, name: tablet.name, room: tablet.room },
    codes: { salt: codeSalt(slipKey, tablet.id).toString('base64'), iterations: codeIterations },
    packageVersion: version,
    serverTime: (await databaseTime(db)).toISOString(),
  }
}

/** Wrong codes of one tablet in a quarter of an hour: a slip of the finger is noticed before, by the check digit. */
const maxWrongCodes = 10

/**
 * Opens the session of the person with this code. It ends the one that was open on the tablet.
 * @throws Failure day_code_invalid, test_day_not_yet, test_day_over,
 *   too_many_requests
 */
export async function enter(
  db: Database,
  on: AuthorizedTablet,
  { code }: BodyOf<typeof enterByDayCode>,
  { locale }: Visitor<TabletCaller>,
  { deps, request }: Context,
): Promise<SignedIn & { assignments: Awaited<ReturnType<typeof ownList>>; done?: { receipt: string } }> {
  refuseClosed(on)
  // Opened before its day, or not yet: the PIN opens it.
  const { opened_at: openedAt } = on.tablet
  if (openedAt === null || openedAt < on.day.starts_at) throw new Failure('test_day_not_yet')
  if (!isDayCode(code)) throw new Failure('day_code_invalid')
  const { client, day, tablet } = on
  const giveBack = await take(db, [{ key: `day-code:${tablet.id}`, atMost: maxWrongCodes, seconds: 15 * 60 }])
  const entered = await db
    .transaction()
    .execute(async (tx) => {
      const person = await findByCode(
        tx,
        { clientId: client.id, id: day.id },
        hashCode(deps.config.slipKey, day.id, code),
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
      const signedIn = await signIn(tx, session, originOf(request), 'day_code')
      const caller = { ...person, name: signedIn.user.name, invitationClientId: client.id, tablet: onTablet }
      const assignments = await ownList(tx, caller, locale)
      const open = assignments.results.some((one) => one.status === 'pending')
      const receipt = assignments.results.find((one) => one.receipt !== null)?.receipt
      if (open || receipt == null) return { ...signedIn, assignments }
      await endSoonOn(tx, tablet.id)
      return { ...signedIn, assignments, done: { receipt } }
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
