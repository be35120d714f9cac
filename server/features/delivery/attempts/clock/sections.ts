import type { startSection as startSectionCall } from '#contract/participant.ts'
import { itemsLeftOut } from '#scoring/form/left-out.ts'
import { databaseTime } from '#server/db/clock-queries.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { OwnAssignmentRow } from '#server/features/delivery/attempts/access.ts'
import { lockAssignment, lockAttempt } from '#server/features/delivery/attempts/queries.ts'
import { insertSection } from '#server/features/delivery/attempts/taking-queries.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import type { AttemptCaller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { endOpenPractice } from './practice-queries.ts'

/**
 * Starts the clock of a section with a limit of its own, once. A section without one has no clock to start. Practice ends.
 * @throws Failure not_found for an unknown section, attempt_not_started, attempt_submitted, assignment_closed, test_paused
 */
export async function startSection(
  tx: Tx,
  own: OwnAssignmentRow,
  _body: undefined,
  _by: Visitor<AttemptCaller>,
  { params: { sectionId } }: Context<typeof startSectionCall>,
) {
  const { key, section } = await sectionOf(tx, own, sectionId)
  if (own.paused) throw new Failure('test_paused')
  const serverTime = (await databaseTime(tx)).toISOString()
  const limitSeconds = section.timeLimitSeconds
  if (limitSeconds === undefined) {
    await endOpenPractice(tx, key)
    return { sectionId, startedAt: serverTime, deadline: null, serverTime }
  }
  // Held, so that no practice begins between the end of one and the clock that refuses the next. The assignment before its
  // attempt, as everywhere.
  await lockAssignment(tx, { clientId: key.clientId, id: own.id })
  await lockAttempt(tx, { clientId: key.clientId, assignmentId: own.id })
  await endOpenPractice(tx, key)
  const started = await insertSection(tx, { ...key, sectionId, limitSeconds })
  return {
    sectionId,
    startedAt: started?.started_at.toISOString() ?? serverTime,
    deadline: started?.deadline.toISOString() ?? null,
    serverTime,
  }
}

/**
 * The section that somebody would enter or practise, of an attempt that runs.
 * @throws Failure not_found for an unknown section, attempt_not_started, attempt_submitted, assignment_closed
 */
export async function sectionOf(db: Executor, own: OwnAssignmentRow, sectionId: string) {
  const { definition } = await getVersion(db, own.version_id)
  const section = definition.sections.find((one) => one.id === sectionId)
  const without = itemsLeftOut(definition, own.left_out ?? [])
  if (section === undefined || section.items.every(({ id }) => without.has(id)))
    throw new Failure('not_found')
  return { section, key: runningOf(own) }
}

/** The attempt that runs of an assignment. @throws Failure attempt_not_started, attempt_submitted, assignment_closed */
export function runningOf(own: OwnAssignmentRow) {
  if (own.closed_by === 'person') throw new Failure('attempt_submitted')
  if (own.status !== 'pending' || own.closed_by !== null || own.deadline_passed)
    throw new Failure('assignment_closed')
  if (own.attempt_id === null) throw new Failure('attempt_not_started')
  return { clientId: own.client_id, attemptId: own.attempt_id }
}
