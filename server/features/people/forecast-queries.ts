import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { MembershipKey } from './queries.ts'

/** The live members who have these addresses, by address. */
export async function findByAddresses(
  db: Executor,
  clientId: string,
  addresses: readonly string[],
): Promise<Map<string, MembershipKey>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<MembershipKey & { email: string }>`
    SELECT m.user_id AS "userId", m.id AS "membershipId", m.role, m.name, u.email
    FROM users u JOIN memberships m ON m.user_id = u.id AND m.client_id = ${clientId} AND m.removed_at IS NULL
    WHERE u.email = ANY (${addresses}::text[])`.execute(db)
  return new Map(rows.map(({ email, ...key }) => [email, key]))
}

/** Counts by inventory the people among these for which it is pending. */
export async function countWaiting(
  db: Executor,
  clientId: string,
  membershipIds: readonly string[],
  inventoryIds: readonly string[],
): Promise<Map<string, number>> {
  if (membershipIds.length === 0 || inventoryIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; waiting: number }>`
    SELECT inventory_id AS id, count(*)::int AS waiting FROM assignments
    WHERE client_id = ${clientId} AND membership_id = ANY (${membershipIds}::uuid[])
      AND inventory_id = ANY (${inventoryIds}::uuid[]) AND status = 'pending'
    GROUP BY inventory_id`.execute(db)
  return new Map(rows.map(({ id, waiting }) => [id, waiting]))
}
