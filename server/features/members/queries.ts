import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import { amongChosen, type ChosenMembers } from '#server/features/people/filter.ts'

export interface MemberRow {
  membership_id: string
  user_id: string
  role: 'manager' | 'candidate' | 'employee'
  name: string
  email: string | null
  phone: string
  staff_number: string
  group_name: string
  joined_at: Date
  locale: Locale
  email_verified: boolean
  link_made_at: Date | null
  link_expires_at: Date | null
  assigned: number
  pending: number
  completed: number
  expired: number
  cancelled: number
}

/** A live member of a client, with their newest invitation link and how far their assignments have come. */
export async function findMember(
  db: Executor,
  client: AuthorizedClient,
  membershipId: string,
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    SELECT m.id AS membership_id, m.user_id, m.role, m.name, u.email, m.phone, m.staff_number, m.group_name, m.joined_at,
           u.locale, u.email_verified_at IS NOT NULL AS email_verified,
           link.created_at AS link_made_at, link.expires_at AS link_expires_at, counts.*
    FROM memberships m
    JOIN users u ON u.id = m.user_id
    LEFT JOIN LATERAL (
      SELECT l.created_at, l.expires_at FROM one_time_links l
      WHERE l.user_id = m.user_id AND l.purpose = 'invitation' AND l.client_id = m.client_id AND l.used_at IS NULL
      ORDER BY l.created_at DESC LIMIT 1
    ) link ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS assigned,
             count(*) FILTER (WHERE a.status = 'pending') AS pending,
             count(*) FILTER (WHERE a.status = 'completed') AS completed,
             count(*) FILTER (WHERE a.status = 'expired') AS expired,
             count(*) FILTER (WHERE a.status = 'cancelled') AS cancelled
      FROM assignments a WHERE a.client_id = m.client_id AND a.membership_id = m.id
    ) counts
    WHERE m.client_id = ${client.id} AND m.id = ${membershipId} AND m.removed_at IS NULL`.execute(db)
  return rows[0]
}

export interface Change {
  name: string
  phone: string
  staff_number: string
  group_name: string
  role: 'candidate' | 'employee'
}

/** Changes a live candidate or employee. The caller holds the client's invitations, which also give staff numbers out. */
export async function changeMember(
  db: Executor,
  client: AuthorizedClient,
  membershipId: string,
  change: Partial<Change>,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ ...change, ...(change.staff_number !== undefined && { staff_number_twin: 0 }) })
    .where('client_id', '=', client.id)
    .where('id', '=', membershipId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Moves those of these people who are candidates or employees. @returns how many there are */
export async function moveMembers(
  db: Executor,
  client: AuthorizedClient,
  chosen: ChosenMembers,
  group: string,
): Promise<number> {
  // In one order for everybody: two who move the same people do not wait for each other in a circle.
  const { rows } = await sql<{ count: number }>`
    WITH held AS (
      SELECT m.id FROM memberships m
      WHERE m.client_id = ${client.id} AND ${amongChosen(client, chosen)} AND m.removed_at IS NULL
        AND m.role IN ('candidate', 'employee')
      ORDER BY m.id FOR NO KEY UPDATE
    ),
    moved AS (
      UPDATE memberships m SET group_name = ${group} FROM held WHERE m.client_id = ${client.id} AND m.id = held.id
      RETURNING m.id
    )
    SELECT count(*) AS count FROM moved`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findGroups(
  db: Executor,
  client: AuthorizedClient,
): Promise<{ name: string; count: number; candidates: number; employees: number }[]> {
  const { rows } = await sql<{ name: string; count: number; candidates: number; employees: number }>`
    SELECT group_name AS name, count(*) AS count, count(*) FILTER (WHERE role = 'candidate') AS candidates,
           count(*) FILTER (WHERE role = 'employee') AS employees
    FROM memberships
    WHERE client_id = ${client.id} AND removed_at IS NULL AND role IN ('candidate', 'employee')
    GROUP BY group_name ORDER BY group_name COLLATE "tr-x-icu"`.execute(db)
  return rows
}
