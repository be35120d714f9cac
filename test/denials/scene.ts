import { sql } from 'kysely'
import type { Order } from '#contract/orders.ts'
import { submitAttempt } from '#contract/participant.ts'
import { listSessions } from '#contract/sessions.ts'
import { openTablet, registerTablet } from '#contract/tablets.ts'
import { createTestDay } from '#contract/test-days.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { clientOfJob } from '#server/authority/client.ts'
import { newId } from '#server/db/ids.ts'
import { importStatement } from '#server/features/eft/import.ts'
import { draftOf, importDraft } from '#server/features/inventories/drafts.ts'
import { agreePrice } from '#server/features/prices/client-prices.ts'
import { open as openRegistration } from '#server/features/registrations/registrations.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { request } from '#test/support/api.ts'
import { type Cast, inventory } from '#test/support/cast.ts'
import { addAssignment, addMember, addUser } from '#test/support/invited.ts'
import { makeOrders, makeRefunded } from '#test/support/orders.ts'
import type { TestServer } from '#test/support/server.ts'
import { addTaker, type Started, startTest, type Taker } from '#test/support/taking.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'
import type { CallerName } from './table.ts'

/** What a client has bought and is to pay. */
interface Sales {
  /** An unpaid order by bank transfer, and an approved one. */
  readonly order: string
  readonly approved: Order
  /** One that has been refunded. */
  readonly refunded: Order
  /** An undecided incoming transfer. */
  readonly transfer: string
  /** Prices agreed with the client for a day to come. */
  readonly price: string
}

/** A participant of one client with a test to come, one under way and one done, and a peer in the same client. */
export interface Scene extends Sales {
  readonly cast: Cast
  readonly clientId: string
  readonly participant: Taker
  readonly peer: Taker
  readonly employee: string
  /** A manager used by no other caller. */
  readonly leaving: string
  /** The participant's full session. */
  readonly sessionId: string
  readonly pending: string
  /** As `pending`, of a test that is always enabled. */
  readonly unstarted: string
  readonly running: string
  readonly completed: string
  readonly started: Started
  /** A test day of today with the peer on it, and its open tablet. */
  readonly testDay: {
    readonly id: string
    readonly tabletId: string
    readonly token: string
    readonly assignmentId: string
  }
  /** An open registration, and somebody who is waiting in it. */
  readonly registration: { readonly id: string; readonly code: string; readonly registrant: string }
  /** What the peer asks about their own data. */
  readonly requestId: string
  /** A draft with a code of its own. */
  readonly draft: { readonly definition: Definition; readonly hash: string }
}

/** The scene in a client: ours unless another one is named. Sales take as long as the rest, so earlier ones can be given. */
export async function makeScene(
  server: TestServer,
  cast: Cast,
  clientId = cast.anadolu,
  sales?: Sales,
): Promise<Scene> {
  const { db } = server.database
  await resetCast(server, cast)
  const [participant, peer] = [await addTaker(server, clientId), await addTaker(server, clientId)]
  const { userId: employee } = await addMember(db, clientId, { role: 'employee' })
  const { userId: leaving } = await addMember(db, clientId, { role: 'manager' })
  const { token } = participant
  const full = await openSession(db, {
    userId: participant.userId,
    invitationClientId: null,
    remembered: false,
  })
  const [session] = (await request(server.url, listSessions, { token: full })).answer
  const pending = await addAssignment(db, clientId, participant, { code: 'SCL90', due: '2998-01-01' })
  const unstarted = await addAssignment(db, clientId, participant, { code: 'MYT' })
  const completed = await addAssignment(db, clientId, participant, { code: 'ENGLISH' })
  await startTest(server.url, token, completed)
  await request(server.url, submitAttempt, { token, params: { assignmentId: completed }, body: {} })
  const running = await addAssignment(db, clientId, participant, { code: 'ENGLISH' })
  const started = await startTest(server.url, token, running)
  const sessionId = session?.id ?? ''
  const people = { participant, peer, employee, leaving }
  const draft = await makeDraft(server)
  const registration = await makeRegistration(server, cast, clientId)
  const { order, approved, refunded, transfer, price } = sales ?? (await makeSales(server, cast, clientId))
  const testDay = await makeTestDay(server, cast, clientId, peer)
  const tests = { pending, unstarted, running, completed, started, draft, testDay }
  const sold = { order, approved, refunded, transfer, price }
  const requestId = await makePersonRequest(server, clientId, peer)
  return { cast, clientId, ...people, sessionId, ...tests, registration, requestId, ...sold }
}

/** Somebody asks that their name is corrected. */
async function makePersonRequest(
  { database: { db } }: TestServer,
  clientId: string,
  { membershipId }: Taker,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('person_requests')
    .values({
      ...{ client_id: clientId, id, membership_id: membershipId, kind: 'rectification', locale: 'tr' },
      due_at: sql`now() + interval '30 days'`,
    })
    .execute()
  return id
}

async function makeRegistration({ database: { db } }: TestServer, cast: Cast, clientId: string) {
  const by = { userId: cast.admin.userId, address: '' }
  const { id } = await openRegistration(db, await clientOfJob(db, clientId), by, {
    ...{ name: 'Depo', inventoryIds: [inventory(cast, 'ENGLISH')], locale: 'tr', cap: 2 },
    ...{ endsOn: '2998-01-01', approval: true },
  })
  const registrant = newId()
  await db
    .insertInto('registrants')
    .values({
      ...{ client_id: clientId, id: registrant, registration_id: id, name: 'Ada', email: null },
      ...{
        phone: '0532 000 00 00',
        contact: '5320000000',
        locale: 'tr',
        notice_version: 1,
        state: 'waiting',
      },
    })
    .execute()
  const { code } = await db
    .selectFrom('registrations')
    .select('code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, code, registrant }
}

/** The client's day by the clock that decides on it, where it is noon: no midnight passes before the calls have been made. */
async function dayWithoutMidnight({ database: { db } }: TestServer, clientId: string): Promise<string> {
  const { day } = await db
    .updateTable('clients')
    .set({ time_zone: zoneWhereItIs(12) })
    .where('id', '=', clientId)
    .returning(sql<string>`(now() AT TIME ZONE time_zone)::date::text`.as('day'))
    .executeTakeFirstOrThrow()
  return day
}

async function makeTestDay(
  server: TestServer,
  cast: Cast,
  clientId: string,
  { membershipId }: Taker,
): Promise<Scene['testDay']> {
  const day = await dayWithoutMidnight(server, clientId)
  // The cast's own sessions may have been ended by the calls before.
  const token = await openSession(server.database.db, {
    ...{ userId: cast.admin.userId, invitationClientId: null, remembered: false },
  })
  const { answer } = await request(server.url, createTestDay, {
    token,
    params: { clientId },
    body: { place: 'Kapı 2', day, inventoryIds: [inventory(cast, 'AYT')], membershipIds: [membershipId] },
  })
  const { number, pin } = answer
  const tablet = (await request(server.url, registerTablet, { body: { number, pin, name: 'Tablet 07' } }))
    .answer
  await request(server.url, openTablet, { token: tablet.token, body: { pin } })
  const { id: assignmentId } = await server.database.db
    .selectFrom('assignments')
    .select('id')
    .where('test_day_id', '=', answer.id)
    .executeTakeFirstOrThrow()
  return { id: answer.id, tabletId: tablet.day.tablet.id, token: tablet.token, assignmentId }
}

async function makeSales(server: TestServer, cast: Cast, clientId: string): Promise<Sales> {
  return {
    ...(await makeOrders(server, cast, clientId)),
    refunded: await makeRefunded(server, cast, clientId),
    transfer: await makeTransfer(server, cast),
    price: await makePrice(server, cast, clientId),
  }
}

/** Undoes what a call has done to its callers themselves, including a changed password. */
export async function resetCast(server: TestServer, cast: Cast): Promise<void> {
  const { db } = server.database
  await db.deleteFrom('second_factors').execute()
  await db
    .updateTable('users')
    .set({ password_hash: firstPassword(server, cast) })
    .where(
      'id',
      'in',
      [cast.manager, cast.otherManager, cast.admin, cast.superuser].map((one) => one.userId),
    )
    .execute()
}

let days = 0
/** A future day without a rate or an agreed price. */
export const unusedDay = () => {
  days += 1
  return new Date(Date.UTC(2900, 0, days)).toISOString().slice(0, 10)
}

async function makePrice({ database: { db } }: TestServer, cast: Cast, clientId: string): Promise<string> {
  const day = unusedDay()
  const price = await agreePrice(
    db,
    await clientOfJob(db, clientId),
    { userId: cast.admin.userId, address: '', locale: 'tr' },
    {
      inventoryId: inventory(cast, 'ENGLISH'),
      tiers: [{ fromQuantity: 1, unitPriceKurus: 5000 }],
      ...{ validFrom: day, validUntil: day },
    },
  )
  return price.id
}

async function makeTransfer({ database: { db } }: TestServer, cast: Cast): Promise<string> {
  const description = newId()
  const csv = Buffer.from(`Tarih;Açıklama;Tutar\n20.11.2026;${description};50,00\n`)
  await importStatement(db, { userId: cast.admin.userId, address: '' }, csv, undefined)
  const line = await db
    .selectFrom('bank_statement_lines')
    .select('id')
    .where('description', '=', description)
    .executeTakeFirstOrThrow()
  return line.id
}

/** The smallest inventory, to keep requests small. */
async function makeDraft({ database: { db } }: TestServer): Promise<Scene['draft']> {
  const code = `D_${newId().replaceAll('-', '').slice(-24).toUpperCase()}`
  const definition = { ...loadFixture('checklist'), code }
  await importDraft(db, definition)
  const kept = await draftOf(db, { code, number: definition.version })
  return { definition, hash: kept?.hash ?? '' }
}

/** A new token for this caller, so that one call's sign-out doesn't affect the next. */
export async function tokenOf(
  server: TestServer,
  scene: Scene,
  caller: CallerName,
): Promise<string | undefined> {
  const { cast } = scene
  const session = (userId: string, invitationClientId: string | null = null) =>
    openSession(server.database.db, { userId, invitationClientId, remembered: false })
  switch (caller) {
    case 'guest':
      return undefined
    case 'garbage':
      return `ses_${'x'.repeat(43)}`
    case 'attempt':
      return scene.started.attemptToken
    case 'tablet':
      return scene.testDay.token
    case 'stranger':
      return session(await newStranger(server, cast))
    case 'participant':
      return session(scene.participant.userId)
    case 'invited':
      return session(scene.participant.userId, cast.anadolu)
    case 'peer':
      return session(scene.peer.userId)
    case 'foreign':
      return session(cast.otherManager.userId)
    case 'manager':
      return session(cast.manager.userId)
    case 'admin':
      return session(cast.admin.userId)
    case 'super':
      return session(cast.superuser.userId)
  }
}

/** A new person with the stranger's password, because one call turns its caller into a manager. */
async function newStranger(server: TestServer, cast: Cast): Promise<string> {
  const { db } = server.database
  const userId = await addUser(db)
  await db
    .updateTable('users')
    .set({ password_hash: firstPassword(server, cast) })
    .where('id', '=', userId)
    .execute()
  return userId
}

/** The cast shares one password. No call uses the cast's stranger, so theirs never changes. */
const firstPassword = ({ database: { db } }: TestServer, cast: Cast) =>
  db.selectFrom('users').select('password_hash').where('id', '=', cast.stranger.userId)
