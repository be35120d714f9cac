import type {
  AssignmentNote,
  addMinutes as addMinutesCall,
  addNote as addNoteCall,
  pauseTests as pauseTestsCall,
} from '#contract/board.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Tx } from '#server/db/database.ts'
import type { AuthorizedAssignment } from '#server/features/assignments/access.ts'
import { recordAction } from '#server/features/assignments/record.ts'
import { lockRunning } from '#server/features/assignments/running.ts'
import { closeByTime } from '#server/features/delivery/attempts/closing/close.ts'
import { freeFromDevice, giveSeconds, pauseAttempts } from '#server/features/delivery/attempts/control.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { passed } from '#server/steps.ts'
import { findNotes, insertNote, lockNotes } from './note-queries.ts'
import { notesOf } from './notes.ts'

/** Pauses tests that run, or lets them go on. @returns how many that changed */
export async function pauseTests(
  tx: Tx,
  client: AuthorizedClient,
  { paused, assignmentIds }: BodyOf<typeof pauseTestsCall>,
  by: Actor,
): Promise<{ done: number }> {
  const running = await lockRunning(tx, client, assignmentIds)
  const ids = running.map(({ id }) => id)
  const changed = await pauseAttempts(tx, { clientId: client.id, assignmentIds: ids }, paused)
  const rows = running.filter(({ id }) => changed.includes(id))
  await recordAction(tx, paused ? 'tests_paused' : 'tests_resumed', client, by, rows)
  passed('tests_paused')
  return { done: rows.length }
}

/** An assignment whose test runs, locked. @throws Failure test_not_running */
async function lockOne(tx: Tx, { client, row }: AuthorizedAssignment) {
  const [held] = await lockRunning(tx, client, [row.id])
  if (held === undefined) throw new Failure('test_not_running')
  return held
}

async function record(
  tx: Tx,
  { client }: AuthorizedAssignment,
  held: { id: string; userId: string; versionId: string },
  actor: Actor,
  action: 'minutes_added' | 'test_ended' | 'test_released' | 'note_added',
  details: Readonly<Record<string, number>> = {},
): Promise<void> {
  const { definition } = await getVersion(tx, held.versionId)
  await recordAudit(tx, {
    action,
    by: actor,
    subjectId: held.userId,
    clientId: client.id,
    details: { code: definition.code, ...details, assignments: [held.id] },
  })
}

/** Gives a running test minutes. @throws Failure test_not_running, test_without_limit */
export async function addMinutes(
  tx: Tx,
  subject: AuthorizedAssignment,
  { minutes }: BodyOf<typeof addMinutesCall>,
  by: Actor,
) {
  const held = await lockOne(tx, subject)
  const given = await giveSeconds(tx, { clientId: subject.client.id, assignmentId: held.id }, minutes * 60)
  if (given === undefined) throw new Failure('test_without_limit')
  await record(tx, subject, held, by, 'minutes_added', { minutes })
  return {
    deadline: given.deadline?.toISOString() ?? null,
    addedMinutes: Math.round(given.addedSeconds / 60),
  }
}

/** Ends a running test: what has arrived is scored. @throws Failure test_not_running */
export async function endTest(
  tx: Tx,
  subject: AuthorizedAssignment,
  _body: undefined,
  by: Actor,
): Promise<undefined> {
  const held = await lockOne(tx, subject)
  await closeByTime(tx, { clientId: subject.client.id, assignmentId: held.id }, by.userId)
  await record(tx, subject, held, by, 'test_ended')
}

/** Frees a running test from its device. @throws Failure test_not_running */
export async function releaseTest(
  tx: Tx,
  subject: AuthorizedAssignment,
  _body: undefined,
  by: Actor,
): Promise<undefined> {
  const held = await lockOne(tx, subject)
  await freeFromDevice(tx, { clientId: subject.client.id, assignmentId: held.id })
  await record(tx, subject, held, by, 'test_released')
}

const mostNotes = 100

/** Notes what happened. The text stays out of the record. @throws Failure too_many_notes */
export async function addNote(
  tx: Tx,
  subject: AuthorizedAssignment,
  { text }: BodyOf<typeof addNoteCall>,
  by: Actor,
): Promise<AssignmentNote> {
  const { client, row } = subject
  const key = { clientId: client.id, assignmentId: row.id }
  // Held, so that two cannot both be the last one.
  await lockNotes(tx, key)
  if ((await findNotes(tx, key)).length >= mostNotes) throw new Failure('too_many_notes')
  const id = await insertNote(tx, { ...key, text, createdBy: by.userId })
  await record(tx, subject, { id: row.id, userId: row.user_id, versionId: row.version_id }, by, 'note_added')
  const note = (await notesOf(tx, key)).find((one) => one.id === id)
  if (note === undefined) throw new Error('a note that was written is gone')
  return note
}
