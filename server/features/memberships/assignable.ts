import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { type Assignable, lockAssignable } from './queries.ts'

const maxPeople = 10_000

export interface Chosen {
  userIds: readonly string[] | undefined
  filter:
    | { role: 'candidate' | 'employee'; group?: string | undefined; search?: string | undefined }
    | undefined
}

/**
 * The people that a call means, locked until the caller's transaction ends.
 * @throws FieldFailure for somebody who is not this client's, for a manager, for a filter that nobody or too many match
 */
export async function assignablePeople(
  tx: Executor,
  client: AuthorizedClient,
  { userIds, filter }: Chosen,
): Promise<Assignable[]> {
  if (filter !== undefined) {
    const found = await lockAssignable(tx, client, { filter }, maxPeople + 1)
    if (found.length === 0) throw new FieldFailure({ filter: { key: 'nobody_matches' } })
    if (found.length > maxPeople)
      throw new FieldFailure({ filter: { key: 'too_many_match', variables: { limit: maxPeople } } })
    return found
  }
  const wanted = [...new Set(userIds)]
  const found = await lockAssignable(tx, client, { userIds: wanted }, maxPeople)
  const roles = new Map(found.map((person) => [person.userId, person.role]))
  const wrong = (userIds ?? []).flatMap((userId, at) => {
    const role = roles.get(userId)
    if (role === 'candidate' || role === 'employee') return []
    const why = role === undefined ? { key: 'unknown_person' } : { key: 'manager_takes_no_tests' }
    return [[`userIds.${at}`, why] as const]
  })
  if (wrong.length > 0) throw new FieldFailure(Object.fromEntries(wrong.slice(0, 100)))
  return found
}
