import type { QueryOf } from '#contract/kit.ts'
import type { listRegistrants, Registrant } from '#contract/registrations.ts'
import type { Executor } from '#server/db/database.ts'
import { isOtherName } from '#server/features/people/invite-rows.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { AuthorizedRegistration } from './access.ts'
import { findRegistrants, type ListedRegistrant } from './registrant-queries.ts'

/** The registered people, as a manager sees them. */
export async function registrantsOf(
  db: Executor,
  { client, row }: AuthorizedRegistration,
  query: QueryOf<typeof listRegistrants>,
): Promise<{ count: number; rows: Registrant[] }> {
  const filter = { ...query, registrationId: row.id }
  const order = query.ordering ?? '-createdAt'
  const found = await findRegistrants(db, client, filter, order, sliceOf(query))
  return { count: found.count, rows: found.rows.map(toRegistrant) }
}

/** The client's own name of somebody: of a waiting phone's owner, who must be looked at in any case, and else where it is another. */
function knownAs({ state, name, email, known_as: known }: ListedRegistrant): string | null {
  if (known === null || (state === 'waiting' && email === null)) return known
  return isOtherName({ name }, { email }, known) ? known : null
}

const toRegistrant = (row: ListedRegistrant): Registrant => ({
  id: row.id,
  name: row.name,
  email: row.email ?? '',
  phone: row.phone ?? '',
  state: row.state,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_by_name ?? '',
  repeats: row.repeats,
  repeatedAt: row.repeated_at?.toISOString() ?? null,
  membershipId: row.membership_id,
  knownAs: knownAs(row),
})
