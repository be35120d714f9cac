import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { recordAssignmentEvents } from '#server/events/events.ts'
import { cancelAttempts } from '#server/features/delivery/attempts/closing/cancel.ts'
import { giveBack } from '#server/features/quota/quotas.ts'
import { lockAssignments } from './lock-queries.ts'
import { markIdle } from './write-queries.ts'

/**
 * Ends tests that nobody has handed in when their period is over, within the caller's transaction, as their last day would have: one
 * that was never started expires and returns its unit; a running one takes no more answers, and its unit was used.
 * @param over says which of the locked ones are over still, and since when nothing has happened to them: that is their end
 * @returns which were ended
 */
export async function endIdle(
  tx: Executor,
  client: AuthorizedClient,
  ids: readonly string[],
  over: (ids: readonly string[]) => Promise<{ id: string; start: Date }[]>,
): Promise<string[]> {
  const held = await lockAssignments(tx, client, { ids })
  const ends = new Map((await over(held.map(({ id }) => id))).map(({ id, start }) => [id, start]))
  const rows = held.filter(({ id, status }) => status === 'pending' && ends.has(id))
  if (rows.length === 0) return []
  const clientId = client.id
  await markIdle(
    tx,
    clientId,
    rows.map(({ id, started }) => ({ id, started, endedAt: ends.get(id) ?? new Date() })),
  )
  const started = rows.filter((row) => row.started)
  await cancelAttempts(tx, { clientId, assignmentIds: started.map(({ id }) => id) })
  const assignments = rows.filter((row) => !row.started)
  await giveBack(tx, { clientId, assignments, reason: 'past_due', by: null, command: newId() })
  const idsOf = (some: typeof rows) => some.map(({ id }) => id)
  await recordAssignmentEvents(tx, clientId, ['assignment.cancelled'], idsOf(started))
  await recordAssignmentEvents(tx, clientId, ['assignment.expired'], idsOf(assignments))
  return rows.map(({ id }) => id)
}
