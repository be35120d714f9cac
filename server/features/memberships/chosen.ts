import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { FieldFailure } from '#server/http/failure.ts'
import type { ChosenMembers } from './filter.ts'
import { findsAnybody } from './queries.ts'

interface Chosen {
  membershipIds?: readonly string[] | undefined
  filter?:
    | {
        role: 'candidate' | 'employee'
        group?: string | undefined
        search?: string | undefined
        decision?: string | undefined
      }
    | undefined
}

/**
 * The memberships that a call means: the named ones as they are, or those of everybody that a filter finds.
 * @throws FieldFailure when both or neither are given, and for a filter that nobody matches
 */
export async function chosenMembers(
  db: Executor,
  client: AuthorizedClient,
  { membershipIds, filter }: Chosen,
): Promise<ChosenMembers> {
  if ((membershipIds === undefined) === (filter === undefined))
    throw new FieldFailure({ membershipIds: { key: 'people_or_filter' } })
  if (filter === undefined) return { membershipIds: membershipIds ?? [] }
  if (!(await findsAnybody(db, client, filter))) throw new FieldFailure({ filter: { key: 'nobody_matches' } })
  return { filter }
}
