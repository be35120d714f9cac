import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { type Held, lockAssignments } from './lock-queries.ts'

/** Finds among some assignments those whose test runs, and locks them until the transaction ends. */
export async function lockRunning(
  tx: Executor,
  client: AuthorizedClient,
  ids: readonly string[],
): Promise<Held[]> {
  const held = await lockAssignments(tx, client, { ids })
  return held.filter(({ status, started, over }) => status === 'pending' && started && !over)
}
