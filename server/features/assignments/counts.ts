import type { Executor } from '#server/db/database.ts'
import { assignmentCounts } from '#server/features/tallies/tallies.ts'
import type { Filter } from './filter.ts'

/** How many assignments a filter has, where the tallies know it; undefined for the filters whose rows have to be counted. */
export async function knownCount(
  db: Executor,
  clientId: string,
  filter: Filter,
): Promise<number | undefined> {
  const { id, ids, status, inventory, group, user, from, to, search } = filter
  if ([id, ids, group, user, from, to, search].some((one) => one !== undefined && one !== ''))
    return undefined
  return (await assignmentCounts(db, clientId, inventory))[status ?? 'assigned']
}
