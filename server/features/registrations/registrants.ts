import type { QueryOf } from '#contract/kit.ts'
import type { listRegistrants, Registrant } from '#contract/registrations.ts'
import type { Executor } from '#server/db/database.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { AuthorizedRegistration } from './access.ts'
import { findRegistrants, type ListedRegistrant } from './registrant-queries.ts'

/** Who registered, as a manager sees them. */
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
  knownAs: row.known_as,
})
