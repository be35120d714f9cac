import { randomInt } from 'node:crypto'
import type { Definition } from '#scoring/definition/definition.ts'
import { presentedItems } from '#scoring/form/form.ts'
import type { Context } from '#scoring/score/outcomes.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import type { Scores } from '#scoring/score/scores.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { recordAssignmentEvents } from '#server/events/events.ts'
import { endPauses } from '#server/features/delivery/attempts/clock/pause-queries.ts'
import { lookForFlags } from '#server/features/delivery/attempts/consent/clinician.ts'
import {
  type AttemptRow,
  closeAttempt,
  deleteOldAttemptTokens,
  findTimedOut,
  lockAssignment,
  lockAttempt,
  markCompleted,
} from '#server/features/delivery/attempts/queries.ts'
import { type Answers, answersToScore } from '#server/features/delivery/attempts/saving/stored-answers.ts'
import { findSections } from '#server/features/delivery/attempts/taking-queries.ts'
import { mailFeedback } from '#server/features/delivery/feedback/jobs.ts'
import { saveResult } from '#server/features/delivery/results/results.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { isolated } from '#server/jobs/isolated.ts'
import { passed } from '#server/steps.ts'
import { hasOwnPace, type Paced } from './pace.ts'

interface Key {
  clientId: string
  assignmentId: string
}

/**
 * Hands an attempt in: closes it, scores what was stored in time, keeps the result. Repeated, it answers the same receipt.
 * @returns the receipt, or undefined when there is no attempt or it was cancelled
 */
export async function handIn(db: Database, key: Key): Promise<string | undefined> {
  return db.transaction().execute((tx) => handInWithin(tx, key))
}

/** The same within the caller's transaction. */
export const handInWithin = (tx: Executor, key: Key): Promise<string | undefined> => close(tx, key, 'person')

/**
 * Closes an attempt whose time is over, within the caller's transaction; what was saved by then counts.
 * @param endedBy the manager who ends it before that
 */
export async function closeByTime(tx: Executor, key: Key, endedBy?: string): Promise<void> {
  await close(tx, key, 'time', { endedBy })
}

/** Closes every attempt whose limit is over. @returns how many there were */
export async function closeTimedOut(db: Database): Promise<number> {
  return isolated(await findTimedOut(db, 1000), ({ client_id: clientId, assignment_id: assignmentId }) =>
    db.transaction().execute((tx) => closeByTime(tx, { clientId, assignmentId })),
  )
}

/** Forgets the tokens of attempts that take nothing any more. */
export async function sweepAttemptTokens(db: Executor): Promise<void> {
  await deleteOldAttemptTokens(db)
}

/**
 * Closes an attempt that was taken without a connection, within the caller's transaction.
 * @param at when, by the device's running clock
 */
export async function closeOffline(
  tx: Executor,
  key: Key,
  end: { by: 'person' | 'time'; at: Date },
): Promise<string | undefined> {
  return close(tx, key, end.by, { at: end.at })
}

/**
 * Scores an attempt again whose time was over before a tablet brought its answers, within the caller's transaction. A manager's
 * decision about late answers is left as it is: what the tablet brings in time counts beside it, what is late needs another.
 * @param end when and how it ended by the tablet; undefined: as it was closed
 */
export async function closeOfflineAgain(
  tx: Executor,
  key: Key,
  end: { by: 'person' | 'time'; at: Date } | undefined,
): Promise<void> {
  const attempt = await lockAttempt(tx, key)
  if (attempt === undefined || !isClosed(attempt) || attempt.closed_by === 'cancelled') return
  const { by, at } = end ?? { by: 'time' as const, at: attempt.closed_at }
  const receipt = attempt.receipt ?? newReceipt()
  const closedAt = await closeAttempt(tx, { clientId: key.clientId, id: attempt.id }, { by, receipt, at })
  await score(tx, { ...attempt, closed_at: closedAt }, { by })
}

async function close(
  tx: Executor,
  key: Key,
  by: 'person' | 'time',
  { endedBy, at }: { endedBy?: string | undefined; at?: Date | undefined } = {},
): Promise<string | undefined> {
  // The assignment before its attempt, as start() does: in the other order the two wait for each other in a circle.
  await lockAssignment(tx, { clientId: key.clientId, id: key.assignmentId })
  const running = await lockAttempt(tx, key)
  if (running === undefined || running.closed_by === 'cancelled') return undefined
  if (running.closed_by !== null) return running.receipt ?? undefined
  const ended = await endPauses(tx, { clientId: key.clientId, assignmentIds: [key.assignmentId] })
  const attempt = ended.length === 0 ? running : ((await lockAttempt(tx, key)) ?? running)
  const receipt = newReceipt()
  const closedAt = await closeAttempt(
    tx,
    { clientId: key.clientId, id: attempt.id },
    { by, receipt, endedBy, at },
  )
  passed('attempt_closed')
  await score(tx, { ...attempt, closed_at: closedAt }, { by })
  passed('result_stored')
  await markCompleted(tx, { clientId: key.clientId, id: key.assignmentId }, at)
  await mailFeedback(tx, key, await getVersion(tx, attempt.version_id))
  await recordAssignmentEvents(tx, key.clientId, ['assignment.completed', 'result.ready'], [key.assignmentId])
  return receipt
}

/** An attempt that is over. The database says when, by the clock that set its limits: another one may go otherwise. */
type ClosedAttempt = AttemptRow & { closed_at: Date }

export const isClosed = (attempt: AttemptRow): attempt is ClosedAttempt => attempt.closed_at !== null

export interface HowScored {
  by: 'person' | 'time'
}

/**
 * Scores an attempt, also once more: what its clocks had ended when it was closed stays ended.
 */
export async function score(tx: Executor, attempt: ClosedAttempt, how: HowScored): Promise<void> {
  const scores = await computeScores(tx, attempt, how)
  await saveResult(tx, {
    clientId: attempt.client_id,
    attemptId: attempt.id,
    assignmentId: attempt.assignment_id,
    versionId: attempt.version_id,
    scores,
  })
  const { definition } = await getVersion(tx, attempt.version_id)
  const key = { clientId: attempt.client_id, assignmentId: attempt.assignment_id }
  await lookForFlags(tx, key, definition)
}

/** Scores an attempt's answers by the version it was taken with and the current rules of scoring. */
export async function computeScores(tx: Executor, attempt: ClosedAttempt, how: HowScored): Promise<Scores> {
  const key = { clientId: attempt.client_id, attemptId: attempt.id }
  const { definition } = await getVersion(tx, attempt.version_id)
  const answers = await answersToScore(tx, key)
  const sections = await findSections(tx, key)
  const presented = presentedItems(definition, attempt.id, attempt.left_out)
  return scoreStored(definition, attempt, { answers, sections, presented, by: how.by })
}

interface Stored {
  answers: Answers
  /** The sections that had a limit of their own. */
  sections: readonly { section_id: string; deadline: Date }[]
  /** The items that the person got, in their order; undefined: all of them. */
  presented: readonly string[] | undefined
  by: HowScored['by']
}

/** Scores stored answers by a definition, with the clocks as they were. */
export function scoreStored(
  definition: Definition,
  attempt: Pick<ClosedAttempt, 'deadline' | 'closed_at' | 'left_out'> & Paced,
  stored: Stored,
): Scores {
  return scoreAttempt(definition, stored.answers.responses, contextOf(definition, attempt, stored))
}

/** The facts about an attempt that scoring needs beside its answers. */
export function contextOf(
  definition: Definition,
  attempt: Pick<ClosedAttempt, 'deadline' | 'closed_at' | 'left_out'> & Paced,
  { answers: { timings }, sections, presented, by }: Stored,
): Context {
  const ended = (deadline: Date) => deadline.getTime() <= attempt.closed_at.getTime()
  return {
    ...(presented && { presented }),
    leftOut: attempt.left_out,
    ...(!hasOwnPace(attempt) && { timings }),
    unfinished: by === 'time',
    endedByTime:
      attempt.deadline !== null && ended(attempt.deadline)
        ? definition.sections.map((section) => section.id)
        : sections.filter(({ deadline }) => ended(deadline)).map((section) => section.section_id),
  }
}

// The letters leave out I, O, 0 and 1, which people mistake for one another over the telephone.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function newReceipt(): string {
  const pick = (count: number) =>
    Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')
  return `TRZ-${pick(4)}-${pick(2)}`
}
