import type { AssignmentNote } from '#contract/board.ts'
import type { Executor } from '#server/db/database.ts'
import { findNotes } from './note-queries.ts'

/** Finds the notes on an assignment, oldest first. */
export async function notesOf(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<AssignmentNote[]> {
  const notes = await findNotes(db, key)
  return notes.map(({ id, text, created_at, created_by }) => ({
    id,
    text,
    createdAt: created_at.toISOString(),
    createdBy: created_by,
  }))
}
