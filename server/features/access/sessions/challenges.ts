import type { Executor } from '#server/db/database.ts'
import { deleteChallengesOf } from './queries.ts'

/** Ends every sign-in of a person that waits for its second step. */
export async function endChallenges(db: Executor, userId: string): Promise<void> {
  await deleteChallengesOf(db, userId)
}
