import type { Executor } from '#server/db/database.ts'
import { assignmentCounts, dueCount } from '#server/features/tallies/tallies.ts'
import type { Filter } from './filter.ts'

/** How many assignments a filter has, where the tallies know it; undefined for the filters whose rows have to be counted. */
export async function knownCount(
  db: Executor,
  clientId: string,
  filter: Filter,
): Promise<number | undefined> {
  const { status, inventory, due_from: from, due_to: to, ...others } = filter
  const asksMore = knownTo.some((name) => others[name] !== undefined && others[name] !== '')
  if (asksMore) return undefined
  if (from === undefined && to === undefined)
    return (await assignmentCounts(db, clientId, inventory))[status ?? 'assigned']
  if (status !== 'pending') return undefined
  return dueCount(db, clientId, { from, to }, inventory)
}

const knownTo = ['id', 'ids', 'group', 'user', 'from', 'to', 'search'] as const
