import type { Person } from '#contract/people.ts'
import type { UserDetails } from '#contract/users.ts'
import type { Executor } from '#server/db/database.ts'
import type { PersonRow } from './list-queries.ts'
import {
  findByStaffNumbers,
  findMemberships,
  findMembershipsOf,
  holdInvitations,
  writeSearchText,
} from './queries.ts'

/** A member as the client's lists show them. */
export const personObject = (row: PersonRow): Person => ({
  membershipId: row.membership_id,
  userId: row.user_id,
  name: row.name,
  email: row.email ?? '',
  phone: row.phone,
  staffNumber: row.staff_number,
  role: row.role === 'manager' ? 'manager' : 'participant',
  type: row.role,
  group: row.group_name,
  joinedAt: row.joined_at.toISOString(),
  emailVerified: row.email_verified,
  assignments: {
    assigned: row.assigned,
    pending: row.pending,
    completed: row.completed,
    expired: row.expired,
    cancelled: row.cancelled,
  },
})

/** Where somebody belongs, over all clients: for the operators of the platform alone. */
export async function membershipsOf(db: Executor, userId: string): Promise<UserDetails['memberships']> {
  const rows = await findMembershipsOf(db, userId)
  return rows.map((row) => ({
    client: { id: row.client_id, name: row.client_name },
    role: row.role,
    group: row.group_name,
    joinedAt: row.joined_at.toISOString(),
  }))
}

/** Has somebody found by the name and address that they have now, wherever they belong. */
export async function refreshSearchText(tx: Executor, userId: string): Promise<void> {
  await writeSearchText(tx, userId)
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

/** Whether a staff number is another member's. Nobody gets it until the caller's transaction ends. */
export async function staffNumberTaken(
  tx: Executor,
  clientId: string,
  membershipId: string,
  staffNumber: string,
): Promise<boolean> {
  await holdInvitations(tx, clientId)
  const owner = (await findByStaffNumbers(tx, clientId, [staffNumber])).get(staffNumber)
  return owner !== undefined && owner.membershipId !== membershipId
}
