import type { Order } from '#contract/orders.ts'
import { submitAttempt } from '#contract/participant.ts'
import { listSessions } from '#contract/sessions.ts'
import type { Definition } from '#scoring/definition.ts'
import { newId } from '#server/db/ids.ts'
import { importStatement } from '#server/features/eft/import.ts'
import { draftOf, importDraft } from '#server/features/inventories/drafts.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { request } from '#test/support/api.ts'
import type { Cast } from '#test/support/cast.ts'
import { addAssignment, addMember, addUser } from '#test/support/invited.ts'
import { makeOrders } from '#test/support/orders.ts'
import type { TestServer } from '#test/support/server.ts'
import { addTaker, type Started, startTest, type Taker } from '#test/support/taking.ts'
import type { CallerName } from './table.ts'

/** A participant of one client with a test to come, one under way and one done, and a peer in the same client. */
export interface Scene {
  readonly cast: Cast
  readonly clientId: string
  readonly participant: Taker
  readonly peer: Taker
  readonly employee: string
  /** A manager whom nobody else is. */
  readonly leaving: string
  /** A full session of the participant's. */
  readonly sessionId: string
  readonly pending: string
  readonly running: string
  readonly completed: string
  /** An order by bank transfer that nobody has paid, and one that has been approved. */
  readonly order: string
  readonly approved: Order
  /** An incoming transfer of which nobody has decided. */
  readonly transfer: string
  readonly started: Started
  /** A definition that is kept as a draft, under a code of this scene's own. */
  readonly draft: { readonly definition: Definition; readonly hash: string }
}

/** The scene in a client: ours unless another one is named. */
export async function makeScene(server: TestServer, cast: Cast, clientId = cast.anadolu): Promise<Scene> {
  const { db } = server.database
  // What one call began is not there for the next one, and nobody keeps the password it gave them.
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
  const completed = await addAssignment(db, clientId, participant, { code: 'ENGLISH' })
  await startTest(server.url, token, completed)
  await request(server.url, submitAttempt, { token, params: { assignmentId: completed }, body: {} })
  const running = await addAssignment(db, clientId, participant, { code: 'ENGLISH' })
  const started = await startTest(server.url, token, running)
  const sessionId = session?.id ?? ''
  const people = { participant, peer, employee, leaving }
  const draft = await makeDraft(server)
  const orders = await makeOrders(server, cast, clientId)
  const transfer = await makeTransfer(server, cast)
  const tests = { pending, running, completed, started, draft }
  return { cast, clientId, ...people, sessionId, ...tests, ...orders, transfer }
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

/** The smallest inventory there is, so that what is sent of it is small. */
async function makeDraft({ database: { db } }: TestServer): Promise<Scene['draft']> {
  const code = `D_${newId().replaceAll('-', '').slice(-24).toUpperCase()}`
  const definition = { ...loadFixture('checklist'), code }
  await importDraft(db, definition)
  const kept = await draftOf(db, { code, number: definition.version })
  return { definition, hash: kept?.hash ?? '' }
}

/** A token of this caller's own, made anew, so that one call's sign-out is not another one's. */
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

/** Somebody new with the stranger's password: one call makes its caller a manager, who is no stranger to the next. */
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

/** The whole cast begins with one password; no call is ever made as the stranger of the cast, whose it stays. */
const firstPassword = ({ database: { db } }: TestServer, cast: Cast) =>
  db.selectFrom('users').select('password_hash').where('id', '=', cast.stranger.userId)
