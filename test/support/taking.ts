import type { AnswerOf } from '#contract/kit.ts'
import { getOwnAssignment, startAttempt } from '#contract/participant.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { request } from './api.ts'
import { addAssignment, addMember } from './invited.ts'
import type { TestServer } from './server.ts'

/** A server that can be called, and its database. */
type Reached = { url: string; database: Pick<TestServer['database'], 'db'> }

export type Started = AnswerOf<typeof startAttempt>

export interface Taker {
  readonly userId: string
  readonly membershipId: string
  /** A session from an invitation link: this client's assignments only. */
  readonly token: string
}

/** A person of a client, signed in as by an invitation link. */
export async function addTaker(server: Reached, clientId: string): Promise<Taker> {
  const { db } = server.database
  const member = await addMember(db, clientId)
  const token = await openSession(db, {
    userId: member.userId,
    invitationClientId: clientId,
    remembered: false,
  })
  return { ...member, token }
}

/** Starts an assignment with every notice accepted. */
export async function startTest(url: string, token: string, assignmentId: string): Promise<Started> {
  const detail = await request(url, getOwnAssignment, { token, params: { assignmentId } })
  const accepted = detail.answer.notices.map((notice) => notice.id)
  const started = await request(url, startAttempt, { token, params: { assignmentId }, body: { accepted } })
  return started.answer
}

export interface Running extends Taker {
  readonly assignmentId: string
  readonly started: Started
  /** Items whose answer is one of their options, with the options' ids. */
  readonly choices: readonly { id: string; options: readonly string[] }[]
}

/** A person who has just started a test. */
export async function addRunning(server: Reached, clientId: string, code: string): Promise<Running> {
  const taker = await addTaker(server, clientId)
  const assignmentId = await addAssignment(server.database.db, clientId, taker, { code })
  const started = await startTest(server.url, taker.token, assignmentId)
  const choices = started.form.sections
    .flatMap((section) => section.items)
    .filter((item) => item.type === 'single' || item.type === 'likert')
    .map((item) => ({ id: item.id, options: item.options?.map((option) => option.id) ?? [] }))
  return { ...taker, assignmentId, started, choices }
}
