import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import type { Slice } from '#server/http/pages.ts'
import { foldText } from './search-text.ts'

export type Role = 'manager' | 'candidate' | 'employee'

export interface PersonRow {
  membership_id: string
  user_id: string
  name: string
  email: string | null
  phone: string
  staff_number: string
  role: Role
  group_name: string
  joined_at: Date
  assigned: number
  pending: number
  completed: number
  expired: number
  cancelled: number
}

interface Filter {
  role: Role
  search?: string | undefined
  group?: string | undefined
}

const where = (client: AuthorizedClient, { role, search, group }: Filter) => {
  const words = foldText(search ?? '').split(' ')
  const matches = words.map((word) => sql`m.search_text LIKE ${`%${likeText(word)}%`}`)
  return sql`WHERE m.client_id = ${client.id} AND m.role = ${role} AND m.removed_at IS NULL
    AND (${group ?? ''} = '' OR m.group_name = ${group ?? ''}) AND ${sql.join(matches, sql` AND `)}`
}

const orders = {
  name: sql`m.name COLLATE "tr-x-icu", m.id`,
  '-name': sql`m.name COLLATE "tr-x-icu" DESC, m.id DESC`,
  joinedAt: sql`m.joined_at, m.id`,
  '-joinedAt': sql`m.joined_at DESC, m.id DESC`,
  group: sql`m.group_name COLLATE "tr-x-icu", m.id`,
  '-group': sql`m.group_name COLLATE "tr-x-icu" DESC, m.id DESC`,
}

export async function findPeople(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
  order: keyof typeof orders,
  slice: Slice,
): Promise<{ count: number; rows: PersonRow[] }> {
  const total = await sql<{ count: number }>`
    SELECT count(*) AS count FROM memberships m ${where(client, filter)}`.execute(db)
  const { rows } = await sql<PersonRow>`
    WITH page AS (
      SELECT m.* FROM memberships m ${where(client, filter)}
      ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}
    )
    SELECT m.id AS membership_id, m.user_id, m.name, u.email, m.phone, m.staff_number, m.role, m.group_name, m.joined_at,
           counts.*
    FROM page m
    JOIN users u ON u.id = m.user_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS assigned,
             count(*) FILTER (WHERE a.status = 'pending') AS pending,
             count(*) FILTER (WHERE a.status = 'completed') AS completed,
             count(*) FILTER (WHERE a.status = 'expired') AS expired,
             count(*) FILTER (WHERE a.status = 'cancelled') AS cancelled
      FROM assignments a WHERE a.client_id = m.client_id AND a.membership_id = m.id
    ) counts
    ORDER BY ${orders[order]}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

export interface MembershipKey {
  userId: string
  membershipId: string
  role: Role
}

/** The live memberships that these people have in a client, by user id. */
export async function findMemberships(
  db: Executor,
  clientId: string,
  userIds: readonly string[],
): Promise<Map<string, MembershipKey>> {
  const { rows } = await sql<MembershipKey>`
    SELECT user_id AS "userId", id AS "membershipId", role FROM memberships
    WHERE client_id = ${clientId} AND user_id = ANY (${userIds}::uuid[]) AND removed_at IS NULL`.execute(db)
  return new Map(rows.map((row) => [row.userId, row]))
}

export interface NewMembership {
  id: string
  userId: string
  name: string
  phone: string
  group: string
  searchText: string
}

/** Adds memberships in one statement; who got one in the meantime keeps it. Returns the ids that were added. */
export async function insertMemberships(
  db: Executor,
  clientId: string,
  role: Role,
  rows: readonly NewMembership[],
): Promise<Set<string>> {
  const added = await sql<{ id: string }>`
    INSERT INTO memberships (client_id, id, user_id, role, name, phone, group_name, search_text)
    SELECT ${clientId}::uuid, id, user_id, ${role}, name, phone, group_name, search_text
    FROM unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.userId)}::uuid[], ${rows.map((r) => r.name)}::text[],
      ${rows.map((r) => r.phone)}::text[], ${rows.map((r) => r.group)}::text[], ${rows.map((r) => r.searchText)}::text[])
      AS t (id, user_id, name, phone, group_name, search_text)
    ORDER BY user_id
    ON CONFLICT (client_id, user_id) WHERE removed_at IS NULL DO NOTHING
    RETURNING id`.execute(db)
  return new Set(added.rows.map((row) => row.id))
}
