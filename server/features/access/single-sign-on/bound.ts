import type { Executor } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import { isBound } from './flow-queries.ts'

/**
 * Refuses other ways of signing in to managers whose organisations all want their identity provider alone: such a session would
 * reach nothing. It is asked when the other way has shown who they are, so that strangers learn nothing.
 * @throws Failure sso_only
 */
export async function requireFreeWay(db: Executor, userId: string): Promise<void> {
  if (await isBound(db, userId)) throw new Failure('sso_only')
}
