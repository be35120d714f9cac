import type { Executor } from '#server/db/database.ts'
import { type ManagerToWrite, managersToWrite } from '#server/features/memberships/memberships.ts'
import { adminsToWrite } from '#server/features/users/users.ts'

type AtDesk = Omit<ManagerToWrite, 'client'> & { role: 'manager' | 'operator' }

/** Who answers a client's requests: its managers whose address is theirs, or the admins where there is none. */
export async function peopleAtDesk(db: Executor, clientId: string): Promise<AtDesk[]> {
  const managers = await managersToWrite(db, clientId)
  if (managers.length > 0) return managers.map((one) => ({ ...one, role: 'manager' }))
  return (await adminsToWrite(db)).map((one) => ({ ...one, role: 'operator' }))
}
