import type { UserDetails } from '#contract/users.ts'
import type { Executor } from '#server/db/database.ts'
import {
  findManagersToWrite,
  findMembershipsOf,
  type ManagerToWrite,
  replaceKnownAddress,
  writeSearchText,
} from './queries.ts'

export type { ManagerToWrite }

/** The memberships of somebody, over all clients: for the operators of the platform alone. */
export async function membershipsOf(db: Executor, userId: string): Promise<UserDetails['memberships']> {
  const rows = await findMembershipsOf(db, userId)
  return rows.map((row) => ({
    client: { id: row.client_id, name: row.client_name },
    role: row.role,
    group: row.group_name,
    joinedAt: row.joined_at.toISOString(),
  }))
}

/** Has somebody found by what their clients know of them now, wherever they belong. */
export async function refreshSearchText(tx: Executor, userId: string): Promise<void> {
  await writeSearchText(tx, userId)
}

/** Corrects an address in the place of one that nobody has confirmed, or none, at the clients that know that one. */
export async function correctKnownAddress(
  tx: Executor,
  change: { userId: string; from: string | null; to: string },
): Promise<void> {
  await replaceKnownAddress(tx, change)
  await writeSearchText(tx, change.userId)
}

/** A client's managers whose address is known to be theirs. */
export async function managersToWrite(db: Executor, clientId: string): Promise<ManagerToWrite[]> {
  return findManagersToWrite(db, clientId)
}
