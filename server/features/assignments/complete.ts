import type { Executor } from '#server/db/database.ts'
import { markCompleted } from './write-queries.ts'

/** Marks a pending assignment as done. */
export async function completeAssignment(tx: Executor, key: { clientId: string; id: string }): Promise<void> {
  await markCompleted(tx, key)
}
