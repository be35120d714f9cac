import type { Executor } from '#server/db/database.ts'
import { deleteStaleIdentities } from './flow-queries.ts'

/** Forgets how providers call people who manage no client of theirs any more. */
export async function sweepIdentities(db: Executor): Promise<void> {
  await deleteStaleIdentities(db)
}
