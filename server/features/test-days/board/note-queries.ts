import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import type { Slice } from '#server/http/pages.ts'

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

export interface PersonNoteRow extends NoteRow {
  assignment_id: string
  version_id: string
}

/** The notes on all tests of a member, the newest first unless asked for otherwise. */
export async function findNotesOfMember(
  db: Executor,
  key: { clientId: string; membershipId: string },
  { limit, offset, oldestFirst }: Slice & { oldestFirst: boolean },
): Promise<{ count: number; rows: PersonNoteRow[] }> {
  const theirs = db
    .selectFrom('assignments as test')
    .innerJoin('assignment_notes as note', (join) =>
      join.onRef('note.client_id', '=', 'test.client_id').onRef('note.assignment_id', '=', 'test.id'),
    )
    .where('test.client_id', '=', key.clientId)
    .where('test.membership_id', '=', key.membershipId)
  const order = oldestFirst ? 'asc' : 'desc'
  const rows = await theirs
    .innerJoin('users as author', 'author.id', 'note.created_by')
    .select(['note.id', 'note.text', 'note.created_at', 'author.name as created_by'])
    .select(['note.assignment_id', 'test.version_id'])
    .orderBy('note.created_at', order)
    .orderBy('note.id', order)
    .limit(limit)
    .offset(offset)
    .execute()
  const { count } = await theirs
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count, rows }
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
