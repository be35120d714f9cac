import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { type Held, lockAssignments } from './lock-queries.ts'

/** Of some assignments those whose test runs, which are locked until the transaction ends. */
export async function lockRunning(
  tx: Executor,
  client: AuthorizedClient,
  ids: readonly string[],
): Promise<Held[]> {
  const held = await lockAssignments(tx, client, { ids })
  return held.filter(({ status, started, over }) => status === 'pending' && started && !over)
}
