import { sql } from 'kysely'
import type { AnswerOf } from '#contract/kit.ts'
import { getOwnAssignment, startAttempt, submitAttempt } from '#contract/participant.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
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

/** A person of a client, signed in as by an invitation that was mailed. */
export async function addTaker(server: Reached, clientId: string): Promise<Taker> {
  const { db } = server.database
  const member = await addMember(db, clientId)
  const token = await openSession(db, {
    userId: member.userId,
    invitationClientId: clientId,
    remembered: false,
    mailed: true,
  })
  return { ...member, token }
}

/** Starts an assignment with every notice accepted, as it was shown, but for those that are declined. */
export async function startTest(
  url: string,
  token: string,
  assignmentId: string,
  declined: readonly string[] = [],
): Promise<Started> {
  const detail = await request(url, getOwnAssignment, { token, params: { assignmentId } })
  const accepted = detail.answer.notices.map(({ id }) => id).filter((id) => !declined.includes(id))
  const recipients = detail.answer.notices.flatMap((notice) => notice.recipients?.id ?? [])[0]
  const body = { accepted, declined: [...declined], ...(recipients !== undefined && { recipients }) }
  const started = await request(url, startAttempt, { token, params: { assignmentId }, body })
  return started.answer
}

export interface Running extends Taker {
  readonly assignmentId: string
  readonly started: Started
  /** Items whose answer is one of their options, with the options' ids. */
  readonly choices: readonly { id: string; options: readonly string[] }[]
}

/** A person who has just started a test. */
export async function addRunning(
  server: Reached,
  clientId: string,
  code: string,
  declined: readonly string[] = [],
): Promise<Running> {
  const taker = await addTaker(server, clientId)
  const assignmentId = await addAssignment(server.database.db, clientId, taker, { code })
  const started = await startTest(server.url, taker.token, assignmentId, declined)
  const choices = started.form.sections
    .flatMap((section) => section.items)
    .filter((item) => item.type === 'single' || item.type === 'likert')
    .map((item) => ({ id: item.id, options: item.options?.map((option) => option.id) ?? [] }))
  return { ...taker, assignmentId, started, choices }
}

/** Hands the test in. */
export const submit = (
  server: Reached,
  { started, assignmentId }: Pick<Running, 'started' | 'assignmentId'>,
) => request(server.url, submitAttempt, { token: started.attemptToken, params: { assignmentId }, body: {} })

/** Lets so many seconds pass for an attempt, its sections and its device's signs. */
export async function pass(
  { database: { db } }: Reached,
  { assignmentId }: Pick<Running, 'assignmentId'>,
  seconds: number,
): Promise<void> {
  const ago = sql`make_interval(secs => ${seconds}::float8)`
  await sql`UPDATE attempts SET started_at = started_at - ${ago}, deadline = deadline - ${ago},
    practice_until = practice_until - ${ago}, paused_at = paused_at - ${ago},
    break_until = break_until - ${ago} WHERE assignment_id = ${assignmentId}`.execute(db)
  await sql`UPDATE attempt_sections s SET started_at = s.started_at - ${ago}, deadline = s.deadline - ${ago}
    FROM attempts t WHERE t.id = s.attempt_id AND t.assignment_id = ${assignmentId}`.execute(db)
  await sql`UPDATE attempt_breaks b SET started_at = b.started_at - ${ago}
    FROM attempts t WHERE t.id = b.attempt_id AND t.assignment_id = ${assignmentId}`.execute(db)
  await sql`UPDATE attempt_presence p SET seen_at = p.seen_at - ${ago}, answered_at = p.answered_at - ${ago},
    resumed_at = p.resumed_at - ${ago}
    FROM attempts t WHERE t.id = p.attempt_id AND t.assignment_id = ${assignmentId}`.execute(db)
}
