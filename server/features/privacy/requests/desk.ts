import type { Executor } from '#server/db/database.ts'
import { adminsToWrite } from '#server/features/access/users/users.ts'
import { type ManagerToWrite, managersToWrite } from '#server/features/memberships/memberships.ts'
import { type Recipient, recipientsOf } from '#server/features/notifications/recipients.ts'

type AtDesk = Omit<ManagerToWrite, 'client'> & { role: 'manager' | 'operator' }

/** The people who get a client's mails in one role and have a confirmed address. */
export async function peopleInRole(db: Executor, clientId: string, role: AtDesk['role']): Promise<AtDesk[]> {
  const people = role === 'manager' ? await managersToWrite(db, clientId) : await adminsToWrite(db)
  return people.map((one) => ({ ...one, role }))
}

/**
 * The people who answer a client's requests and learn what is erased soon: its managers, or the admins where no
 * manager can get mails.
 */
export async function peopleAtDesk(db: Executor, clientId: string): Promise<AtDesk[]> {
  const managers = await peopleInRole(db, clientId, 'manager')
  return managers.length > 0 ? managers : peopleInRole(db, clientId, 'operator')
}

/**
 * The people who get reminders of requests that are due: the managers who want them, or the admins where none does, because the
 * law's day passes for everybody.
 */
export async function peopleToRemind(
  db: Executor,
  clientId: string,
): Promise<(AtDesk & Partial<Pick<Recipient, 'membershipId'>>)[]> {
  const managers = await recipientsOf(db, clientId, 'requests')
  if (managers.length === 0) return peopleInRole(db, clientId, 'operator')
  return managers.map((one) => ({ ...one, role: 'manager' }))
}
