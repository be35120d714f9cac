import type { Order } from '#contract/orders.ts'
import { submitAttempt } from '#contract/participant.ts'
import { listSessions } from '#contract/sessions.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import type { Cast } from '#test/support/cast.ts'
import { addAssignment, addMember, addReader, addUser } from '#test/support/invited.ts'
import { makeApproved, makeRefunded, makeUnpaid } from '#test/support/orders.ts'
import type { TestServer } from '#test/support/server.ts'
import { addTaker, type Started, startTest, type Taker } from '#test/support/taking.ts'
import {
  makeApiKey,
  makeDraft,
  makeIdentityProvider,
  makeJobProfile,
  makePersonRequest,
  makePrice,
  makeRegistration,
  makeShare,
  makeTestDay,
  makeTransfer,
  makeWebhook,
} from './records.ts'
import type { CallerName } from './table.ts'

/** A participant of one client with a test to come, one under way and one done, and a peer in the same client. */
export interface Scene {
  readonly cast: Cast
  readonly clientId: string
  readonly participant: Taker
  readonly peer: Taker
  readonly employee: string
  /** A manager used by no other caller. */
  readonly leaving: string
  readonly leavingMembership: string
  /** The participant's full session. */
  readonly sessionId: string
  readonly pending: string
  /** A second pending test, one that is always enabled. */
  readonly unstarted: string
  readonly running: string
  readonly completed: string
  readonly started: Started
  /** A test day of today with the peer on it, and its open tablet. */
  readonly testDay: {
    readonly id: string
    /** The value that the tablet derives from the peer's code. */
    readonly derived: Buffer
    readonly tabletId: string
    /** A code for another tablet. */
    readonly setupCodeId: string
    readonly token: string
    readonly assignmentId: string
  }
  /** An open registration, and somebody who is waiting in it. */
  readonly registration: { readonly id: string; readonly code: string; readonly registrant: string }
  /** A job profile of ENGLISH. */
  readonly jobProfile: string
  /** A link to the participant's report. */
  readonly share: string
  /** An API key. */
  readonly apiKey: string
  readonly identityProvider: string
  /** A webhook that is on, with a delivery that waits. */
  readonly webhook: { readonly id: string; readonly delivery: string }
  /** The peer's request about their own data. */
  readonly requestId: string
  /** A draft with a code of its own. */
  readonly draft: { readonly definition: Definition; readonly hash: string }
  /** An order by bank transfer that nobody has paid, an approved one, and one that was refunded. */
  readonly order: string
  readonly approved: Order
  readonly refunded: Order
  /** An undecided incoming transfer. */
  readonly transfer: string
  /** Prices agreed with the client for a day to come. */
  readonly price: string
}

type Where = Pick<Scene, 'cast' | 'clientId'>

/** Makes the parts of a scene; a part may need those above it. */
const makers = {
  async participant(server: TestServer, { clientId }: Where) {
    const { db } = server.database
    const participant = await addTaker(server, clientId)
    const pending = await addAssignment(db, clientId, participant, { code: 'SCL90', due: '2998-01-01' })
    const unstarted = await addAssignment(db, clientId, participant, { code: 'MYT' })
    return { participant, pending, unstarted }
  },
  async session({ url, database: { db } }: TestServer, { participant }: Pick<Scene, 'participant'>) {
    const { userId } = participant
    const full = await openSession(db, { userId, invitationClientId: null, remembered: false })
    const [session] = (await request(url, listSessions, { token: full })).answer
    return { sessionId: session?.id ?? '' }
  },
  async completed(server: TestServer, { clientId, participant }: Where & Pick<Scene, 'participant'>) {
    const { token } = participant
    const completed = await addAssignment(server.database.db, clientId, participant, { code: 'ENGLISH' })
    await startTest(server.url, token, completed)
    const params = { assignmentId: completed }
    await request(server.url, submitAttempt, { token, params, body: {} })
    return { completed }
  },
  async running(server: TestServer, { clientId, participant }: Where & Pick<Scene, 'participant'>) {
    const running = await addAssignment(server.database.db, clientId, participant, { code: 'ENGLISH' })
    return { running, started: await startTest(server.url, participant.token, running) }
  },
  async peer(server: TestServer, { clientId }: Where) {
    const peer = await addTaker(server, clientId)
    return { peer, requestId: await makePersonRequest(server, clientId, peer) }
  },
  async testDay(server: TestServer, { cast, clientId, peer }: Where & Pick<Scene, 'peer'>) {
    return { testDay: await makeTestDay(server, cast, clientId, peer) }
  },
  async employee({ database: { db } }: TestServer, { clientId }: Where) {
    return { employee: (await addMember(db, clientId, { role: 'employee' })).userId }
  },
  async leaving({ database: { db } }: TestServer, { clientId }: Where) {
    const { userId, membershipId } = await addMember(db, clientId, { role: 'manager' })
    return { leaving: userId, leavingMembership: membershipId }
  },
  async registration(server: TestServer, { cast, clientId }: Where) {
    return { registration: await makeRegistration(server, cast, clientId) }
  },
  async jobProfile(server: TestServer, { cast, clientId }: Where) {
    return { jobProfile: await makeJobProfile(server, cast, clientId) }
  },
  async share(server: TestServer, { cast, clientId, completed }: Where & Pick<Scene, 'completed'>) {
    return { share: await makeShare(server, cast, clientId, completed) }
  },
  async apiKey(server: TestServer, { cast, clientId }: Where) {
    return { apiKey: await makeApiKey(server, cast, clientId) }
  },
  async identityProvider(server: TestServer, { cast, clientId }: Where) {
    return { identityProvider: await makeIdentityProvider(server, cast, clientId) }
  },
  async webhook(server: TestServer, { cast, clientId }: Where) {
    return { webhook: await makeWebhook(server, cast, clientId) }
  },
  async draft(server: TestServer) {
    return { draft: await makeDraft(server) }
  },
  async order(server: TestServer, { cast, clientId }: Where) {
    return { order: await makeUnpaid(server, cast, clientId) }
  },
  async approved(server: TestServer, { cast, clientId }: Where) {
    return { approved: await makeApproved(server, cast, clientId) }
  },
  async refunded(server: TestServer, { cast, clientId }: Where) {
    return { refunded: await makeRefunded(server, cast, clientId) }
  },
  async transfer(server: TestServer, { cast }: Where) {
    return { transfer: await makeTransfer(server, cast) }
  },
  async price(server: TestServer, { cast, clientId }: Where) {
    return { price: await makePrice(server, cast, clientId) }
  },
}

export type Part = keyof typeof makers
export const partsOfScene: readonly Part[] = Object.keys(makers).filter(
  (part): part is Part => part in makers,
)
const needs: Partial<Record<Part, Part>> = {
  session: 'participant',
  completed: 'participant',
  running: 'participant',
  testDay: 'peer',
}
/** Those with a caller in them. */
export const ofCallers: readonly Part[] = ['session', 'completed', 'running', 'testDay', 'registration']

/** The scene in a client: ours unless another one is named. */
export async function makeScene(server: TestServer, cast: Cast, clientId = cast.anadolu): Promise<Scene> {
  await resetCast(server, cast)
  const where = { cast, clientId }
  const people = {
    ...where,
    ...(await makers.participant(server, where)),
    ...(await makers.peer(server, where)),
    ...(await makers.employee(server, where)),
    ...(await makers.leaving(server, where)),
  }
  const completed = await makers.completed(server, people)
  return {
    ...people,
    ...(await makers.session(server, people)),
    ...completed,
    ...(await makers.running(server, people)),
    ...(await makers.testDay(server, people)),
    ...(await makers.registration(server, where)),
    ...(await makers.jobProfile(server, where)),
    ...(await makers.share(server, { ...where, ...completed })),
    ...(await makers.apiKey(server, where)),
    ...(await makers.identityProvider(server, where)),
    ...(await makers.webhook(server, where)),
    ...(await makers.draft(server)),
    ...(await makers.order(server, where)),
    ...(await makers.approved(server, where)),
    ...(await makers.refunded(server, where)),
    ...(await makers.transfer(server, where)),
    ...(await makers.price(server, where)),
  }
}

/** The scene with new ones of these parts, and of what they need. */
export async function renewScene(server: TestServer, scene: Scene, parts: readonly Part[]): Promise<Scene> {
  const wanted = new Set(parts.flatMap((part) => [part, needs[part] ?? part]))
  let renewed = scene
  for (const part of partsOfScene)
    if (wanted.has(part)) renewed = { ...renewed, ...(await makers[part](server, renewed)) }
  return renewed
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

/** The callers' tokens in a scene, each made once. */
export function tokensOf(
  server: TestServer,
  scene: Scene,
): (caller: CallerName) => Promise<string | undefined> {
  const tokens = new Map<CallerName, Promise<string | undefined>>()
  return (caller) => {
    const token = tokens.get(caller) ?? tokenOf(server, scene, caller)
    tokens.set(caller, token)
    return token
  }
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
    case 'reader':
      return session(await newReader(server, cast, null))
    case 'grouped':
      return session(await newReader(server, cast, [otherGroup]))
    case 'admin':
      return session(cast.admin.userId)
    case 'super':
      return session(cast.superuser.userId)
  }
}

/** A group that no one in a scene belongs to. */
const otherGroup = 'Başka bir grup'

/** A new reader at our client, so that one call's change of their account doesn't affect the next. */
async function newReader(server: TestServer, cast: Cast, groups: string[] | null): Promise<string> {
  const userId = await newStranger(server, cast)
  await addReader(server.database.db, cast.anadolu, userId, groups)
  return userId
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
