import type {
  beginPractice as beginPracticeCall,
  endPractice as endPracticeCall,
} from '#contract/participant.ts'
import { practiceSeconds } from '#contract/practice.ts'
import { databaseTime } from '#server/db/clock-queries.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { OwnAssignmentRow } from '#server/features/delivery/attempts/access.ts'
import { lockAttempt } from '#server/features/delivery/attempts/queries.ts'
import type { AttemptCaller } from '#server/http/caller.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { beginOnce, endOpenPractice, findPractice, type Practice } from './practice-queries.ts'
import { sectionOf } from './sections.ts'

/**
 * Begins the practice of a section: the whole test's clock waits for it, at most for its allowance. Where there is nothing to
 * wait (no limit, no practice, practised before, entered already) nothing changes, and the answer says how things are.
 * @throws Failure not_found for an unknown section, attempt_not_started, attempt_submitted, assignment_closed
 */
export async function beginPractice(
  tx: Tx,
  own: OwnAssignmentRow,
  _body: undefined,
  _by: Visitor<AttemptCaller>,
  { params: { sectionId } }: Context<typeof beginPracticeCall>,
) {
  const { section, key } = await sectionOf(tx, own, sectionId)
  const itemIds = section.items.map(({ id }) => id)
  if (own.deadline !== null && section.practice !== undefined && section.practice.length > 0) {
    // Held against answers as well: one of this section that is being stored has to be seen.
    await lockAttempt(tx, { clientId: key.clientId, assignmentId: own.id })
    await beginOnce(tx, key, { id: sectionId, itemIds, seconds: practiceSeconds })
  }
  return answerOf(tx, await findPractice(tx, key))
}

/** Ends the practice of a section where it is the open one. @throws as beginPractice */
export async function endPractice(
  tx: Tx,
  own: OwnAssignmentRow,
  _query: undefined,
  _by: Visitor<AttemptCaller>,
  { params: { sectionId } }: Context<typeof endPracticeCall>,
) {
  const { key } = await sectionOf(tx, own, sectionId)
  await endOpenPractice(tx, key, sectionId)
  return answerOf(tx, await findPractice(tx, key))
}

/** The open practice, as sent to devices. */
export function shownPractice({ practice_section: sectionId, practice_until: until }: Practice) {
  return sectionId === null || until === null ? null : { sectionId, until: until.toISOString() }
}

const answerOf = async (db: Executor, row: Practice) => ({
  practice: shownPractice(row),
  deadline: row.deadline?.toISOString() ?? null,
  serverTime: (await databaseTime(db)).toISOString(),
})
