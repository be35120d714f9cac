import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'

export interface NoteRow {
  id: string
  text: string
  created_at: Date
  created_by: string
}

/** The notes of an assignment with the names of their authors, oldest first. */
export async function findNotes(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<NoteRow[]> {
  return db
    .selectFrom('assignment_notes as note')
    .innerJoin('users as author', 'author.id', 'note.created_by')
    .select(['note.id', 'note.text', 'note.created_at', 'author.name as created_by'])
    .where('note.client_id', '=', key.clientId)
    .where('note.assignment_id', '=', key.assignmentId)
    .orderBy('note.created_at')
    .orderBy('note.id')
    .execute()
}

/** Holds an assignment's notes: the next one is added after this transaction. */
export async function lockNotes(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<void> {
  await tx
    .selectFrom('assignments')
    .select('id')
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.assignmentId)
    .forNoKeyUpdate()
    .execute()
}

export async function insertNote(
  db: Executor,
  note: { clientId: string; assignmentId: string; text: string; createdBy: string },
): Promise<string> {
  const id = newId()
  await db
    .insertInto('assignment_notes')
    .values({
      client_id: note.clientId,
      id,
      assignment_id: note.assignmentId,
      text: note.text,
      created_by: note.createdBy,
    })
    .execute()
  return id
}
