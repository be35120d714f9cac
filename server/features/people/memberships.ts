import type { Person } from '#contract/people.ts'
import type { Executor } from '#server/db/database.ts'
import { type Caller, hasScope } from '#server/http/caller.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import type { ListedPersonRow } from './list-queries.ts'
import { findByStaffNumbers, findMemberships, lockInvitations } from './queries.ts'

/** A member as the client's lists show them. The note of a decision, and who made it, are for those who read results. */
export function toPerson(
  { group_name, decision, decided, ...shown }: ListedPersonRow,
  caller: Pick<Caller, 'key'>,
): Person {
  const readsNotes = hasScope(caller, 'results:read')
  return {
    ...serializeRow(shown),
    email: shown.email ?? '',
    role: shown.role === 'manager' ? 'manager' : 'participant',
    type: shown.role,
    group: group_name,
    decision: {
      decision,
      note: (readsNotes && decided?.note) || '',
      at: decided && new Date(decided.at).toISOString(),
      by: (readsNotes && decided?.by) || null,
    },
  }
}

/** Which of these people manage a client now. */
export async function managersAmong(
  db: Executor,
  clientId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const found = await findMemberships(db, clientId, userIds)
  return new Set([...found.values()].flatMap(({ userId, role }) => (role === 'manager' ? [userId] : [])))
}

/** True when another member has a staff number. Nobody gets it until the caller's transaction ends. */
export async function staffNumberTaken(
  tx: Executor,
  clientId: string,
  membershipId: string,
  staffNumber: string,
): Promise<boolean> {
  await lockInvitations(tx, clientId)
  const owner = (await findByStaffNumbers(tx, clientId, [staffNumber])).get(staffNumber)
  return owner !== undefined && owner.membershipId !== membershipId
}
