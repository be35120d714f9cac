import { usersMe } from '#contract/auth.ts'
import { submitAttempt } from '#contract/participant.ts'
import { inviteEmails } from '#contract/people.ts'
import { saveResponses } from '#contract/responses.ts'
import { createLink } from '#server/features/links/links.ts'
import { request } from '#test/support/api.ts'
import { inventory } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { addRunning, addTaker, type Running } from '#test/support/taking.ts'
import { invitedPeople } from '../people.ts'
import type { Served } from '../served.ts'

/** What the screens show: a client with people and results, and one that has just begun. */
export interface Scene {
  readonly manager: unknown
  readonly newManager: unknown
  /** The assignments whose reports there are. */
  readonly reports: { readonly ENGLISH: string; readonly SCL90: string }
  /** Links whose work is done, and whose time is over. */
  readonly usedLink: string
  readonly expiredLink: string
}

const hour = 3_600_000

export async function setScene(served: Served): Promise<Scene> {
  const { server, cast } = served
  const people = invitedPeople().slice(0, 24)
  await request(server.url, inviteEmails, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      emails: people,
      inventoryIds: [inventory(cast, 'ENGLISH'), inventory(cast, 'SCL90')],
      description: 'Hat operatörü alımı',
    },
  })
  const [english] = await Promise.all(Array.from({ length: 5 }, () => finish(served, 'ENGLISH')))
  if (english === undefined) throw new Error('nobody has taken the English test')
  const checklist = await finish(served, 'SCL90')
  const { db } = server.database
  const link = { userId: english.userId, createdBy: null }
  const used = {
    ...link,
    purpose: 'invitation',
    clientId: cast.anadolu,
    expiresAt: new Date(Date.now() + hour),
  } as const
  const expired = {
    ...link,
    purpose: 'magic',
    clientId: null,
    expiresAt: new Date(Date.now() - hour),
  } as const
  return {
    manager: await sessionOf(server.url, cast.manager.token),
    newManager: await sessionOf(server.url, cast.otherManager.token),
    reports: { ENGLISH: english.assignmentId, SCL90: checklist.assignmentId },
    usedLink: (await createLink(db, used)).path,
    expiredLink: (await createLink(db, expired)).path,
  }
}

/** Somebody with two tests to take, one past its day and one called off. */
export async function newParticipant({ server, cast }: Served) {
  const { db } = server.database
  const taker = await addTaker(server, cast.anadolu)
  const assign = (code: string) => addAssignment(db, cast.anadolu, taker, { code })
  const end = async (id: string, status: 'expired' | 'cancelled') => {
    await db
      .updateTable('assignments')
      .set({ status, ended_at: new Date(), end_reason: status === 'expired' ? 'past_due' : 'cancelled' })
      .where('id', '=', id)
      .execute()
    return id
  }
  return {
    session: await sessionOf(server.url, taker.token),
    expired: await end(await assign('ENGLISH'), 'expired'),
    cancelled: await end(await assign('SCL90'), 'cancelled'),
    ENGLISH: await assign('ENGLISH'),
    SCL90: await assign('SCL90'),
  }
}

/** The slice that a signed-in browser keeps. */
async function sessionOf(url: string, token: string): Promise<unknown> {
  const { answer } = await request(url, usersMe, { token })
  return { signedIn: true, token, user: answer }
}

/** Somebody answers three of four questions and hands in. */
async function finish({ server, cast }: Served, code: string): Promise<Running> {
  const running = await addRunning(server, cast.anadolu, code)
  await handIn(server.url, running)
  return running
}

async function handIn(url: string, { choices, started, assignmentId }: Running): Promise<void> {
  const given = choices.flatMap(({ id, options }, index) => {
    const value = options[(index * 7) % options.length]
    return index % 4 === 3 || value === undefined ? [] : [[id, { value, seq: index + 1 }] as const]
  })
  const token = started.attemptToken
  const { testId, epoch } = started
  await request(url, saveResponses, {
    token,
    body: { testId, epoch, responses: Object.fromEntries(given) },
  })
  await request(url, submitAttempt, { token, params: { assignmentId }, body: {} })
}

export type Participant = Awaited<ReturnType<typeof newParticipant>>
