import type { AssignmentNote } from '#contract/board.ts'
import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { listPersonNotes, PersonNote } from '#contract/person-notes.ts'
import type { Executor } from '#server/db/database.ts'
import { getVersion, nameOf } from '#server/features/inventories/versions.ts'
import { sliceOf } from '#server/http/pages.ts'
import { findNotes, findNotesOfMember, type NoteRow } from './note-queries.ts'

const toNote = ({ id, text, created_at, created_by }: NoteRow): AssignmentNote => ({
  id,
  text,
  createdAt: created_at.toISOString(),
  createdBy: created_by,
})

/** Finds the notes on an assignment, oldest first. */
export async function notesOf(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<AssignmentNote[]> {
  return (await findNotes(db, key)).map(toNote)
}

/** Finds the notes on all tests of a member, one page of them. */
export async function notesOfMember(
  db: Executor,
  key: { clientId: string; membershipId: string },
  query: QueryOf<typeof listPersonNotes>,
  locale: Locale,
): Promise<{ count: number; rows: PersonNote[] }> {
  const slice = { ...sliceOf(query), oldestFirst: query.ordering === 'createdAt' }
  const { count, rows } = await findNotesOfMember(db, key, slice)
  const notes: PersonNote[] = []
  for (const row of rows) {
    const version = await getVersion(db, row.version_id)
    const inventory = { code: version.definition.code, name: nameOf(version, locale) }
    notes.push({ ...toNote(row), assignmentId: row.assignment_id, inventory })
  }
  return { count, rows: notes }
}
