import { hiddenTests, type ReadableClient, wholeClient } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import { assignmentCounts, dueCount } from '#server/features/delivery/tallies/tallies.ts'
import type { Filter } from './filter.ts'
import { countInReach } from './queries.ts'

/** Counts the assignments of a client's people its reader may see, by status. */
export async function countByStatus(db: Executor, client: ReadableClient) {
  const whole = hiddenTests(client).length === 0 ? wholeClient(client) : undefined
  return whole ? assignmentCounts(db, whole.id) : countInReach(db, client)
}

/**
 * The number of a filter's assignments, where the tallies know it; undefined for filters whose rows have to be counted.
 */
export async function knownCount(
  db: Executor,
  clientId: string,
  filter: Filter,
): Promise<number | undefined> {
  const { status, inventory, due_from: from, due_to: to, ...others } = filter
  const asksMore = knownTo.some((name) => others[name] !== undefined && others[name] !== '')
  if (asksMore) return undefined
  const inventories = inventory?.split(',')
  if (from !== undefined || to !== undefined)
    return status === 'pending' ? dueCount(db, clientId, { from, to }, inventories) : undefined
  const { pending, started, ...whole } = await assignmentCounts(db, clientId, inventories)
  const counts: Record<string, number> = { ...whole, not_started: pending - started, in_progress: started }
  const wanted = (status ?? 'assigned').split(',')
  const parts = new Set(wanted.flatMap((one) => (one === 'pending' ? ['not_started', 'in_progress'] : [one])))
  return [...parts].reduce((sum, one) => sum + (counts[one] ?? 0), 0)
}

const knownTo = [
  'id',
  'ids',
  'group',
  'user',
  'decision',
  'testDay',
  'from',
  'to',
  'search',
  'score',
] as const
