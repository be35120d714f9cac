import type { Registrant } from '#contract/registrations.ts'
import type { ListedRegistrant } from './registrant-queries.ts'

/** Somebody who registered, as a manager sees them. */
export const toRegistrant = (row: ListedRegistrant): Registrant => ({
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
