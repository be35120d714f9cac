import { submitAttempt } from '#contract/participant.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castPassword, inventory } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import type { TestServer } from '#test/support/server.ts'
import { addTaker, type Started, startTest, type Taker } from '#test/support/taking.ts'
import type { CallerName } from './table.ts'

/** A participant with a test to come, one under way and one done, and a peer in the same client. */
export interface Scene {
  readonly cast: Cast
  readonly participant: Taker
  readonly peer: Taker
  readonly pending: string
  readonly running: string
  readonly completed: string
  readonly started: Started
}

export async function makeScene(server: TestServer, cast: Cast): Promise<Scene> {
  const { db } = server.database
  const clientId = cast.anadolu
  const [participant, peer] = [await addTaker(server, clientId), await addTaker(server, clientId)]
  const { token } = participant
  const pending = await addAssignment(db, clientId, participant, { code: 'SCL90' })
  const completed = await addAssignment(db, clientId, participant, { code: 'ENGLISH' })
  await startTest(server.url, token, completed)
  await request(server.url, submitAttempt, { token, params: { assignmentId: completed }, body: {} })
  const running = await addAssignment(db, clientId, participant, { code: 'ENGLISH' })
  const started = await startTest(server.url, token, running)
  return { cast, participant, peer, pending, running, completed, started }
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
      return session(cast.stranger.userId)
    case 'participant':
      return session(scene.participant.userId, cast.anadolu)
    case 'peer':
      return session(scene.peer.userId, cast.anadolu)
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

export interface Input {
  params?: Record<string, string>
  body?: Record<string, unknown>
}

/** What each call is asked with: right in itself, so that a refusal is for who asks. */
export function inputOf(scene: Scene, call: string): Input {
  const { cast, pending, running, completed, started } = scene
  const params = { clientId: cast.anadolu }
  const person = { name: 'Ada Deniz', email: `${newId()}@example.com`, phone: '0232 000 00 00' }
  const item = started.form.sections.flatMap((section) => section.items).find((one) => one.type === 'single')
  const userId = scene.participant.userId
  const { name, email } = person
  // As addMember() makes addresses.
  const participant = `${userId}@example.com`
  const password = `cam-${email.slice(0, 8)}-kavanoz`
  const inputs: Record<string, Input> = {
    signUp: { body: { fullName: name, email, password, confirmPassword: password } },
    forgotPassword: { body: { email } },
    resetPassword: { body: { new_password: password, uid: 'nobody', token: 'x'.repeat(43) } },
    updatePassword: { body: { current_password: castPassword, new_password: password } },
    listSessions: {},
    endSession: { params: { sessionId: newId() } },
    endSessions: {},
    listUsers: {},
    createUser: { body: { name, email } },
    updateUser: { params: { userId }, body: { name } },
    removeUser: { params: { userId } },
    magicLinkForAdmin: { body: { email: participant } },
    listAudit: {},
    authToken: { body: { username: person.email, password: 'not the password' } },
    requestMagicLink: { body: { email: person.email } },
    openMagicLink: { params: { uid: 'nobody', token: 'x'.repeat(43) } },
    createClient: {
      body: { ...person, managerName: person.name, managerEmail: person.email, managerPhone: person.phone },
    },
    inviteEmails: { params, body: { emails: [person.email], inventoryIds: [] } },
    getInventory: { params: { inventoryId: inventory(cast, 'ENGLISH') } },
    addQuota: { params, body: { inventoryId: inventory(cast, 'ENGLISH'), quantity: 1 } },
    getAssignment: { params: { assignmentId: completed } },
    getReport: { params: { assignmentId: completed } },
    reportPdf: { params: { assignmentId: completed } },
    getOwnAssignment: { params: { assignmentId: pending } },
    startAttempt: { params: { assignmentId: running }, body: {} },
    refuseConsent: { params: { assignmentId: pending } },
    startSection: {
      params: { assignmentId: running, sectionId: started.form.sections[0]?.id ?? '' },
    },
    saveResponses: {
      body: { testId: started.testId, responses: { [item?.id ?? '']: item?.options?.[0]?.id ?? '' } },
    },
    submitAttempt: { params: { assignmentId: running }, body: {} },
  }
  return inputs[call] ?? { params }
}
