import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

/** A client by its id; with a manager's id only when they manage it. */
export async function findClientFor(
  db: Executor,
  clientId: string,
  managerId: string | null,
): Promise<
  { id: string; name: string; status: 'pending' | 'active' | 'suspended'; timeZone: string } | undefined
> {
  return db
    .selectFrom('clients as client')
    .select(['client.id', 'client.name', 'client.status', 'client.time_zone as timeZone'])
    .where('client.id', '=', clientId)
    .$if(managerId !== null, (query) =>
      query.where((row) =>
        row.exists(
          row
            .selectFrom('memberships as membership')
            .select(sql<number>`1`.as('one'))
            .whereRef('membership.client_id', '=', 'client.id')
            .where('membership.user_id', '=', managerId ?? '')
            .where('membership.role', '=', 'manager')
            .where('membership.removed_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
}

export interface ClientRow {
  id: string
  name: string
  email: string
  phone: string
  status: 'pending' | 'active' | 'suspended'
  time_zone: string
  created_at: Date
  quota: number
  manager_name: string | null
  manager_email: string | null
  manager_phone: string | null
}

interface Filter {
  clientId?: string
  /** Only the clients this person manages; null for all. */
  managerId: string | null
  search?: string | undefined
}

const where = ({ clientId, managerId, search }: Filter) => sql`
  WHERE (${clientId ?? null}::uuid IS NULL OR c.id = ${clientId ?? null}::uuid)
    AND (${managerId}::uuid IS NULL OR EXISTS (
      SELECT FROM memberships m WHERE m.client_id = c.id AND m.user_id = ${managerId}::uuid
        AND m.role = 'manager' AND m.removed_at IS NULL))
    AND (${search ?? ''} = '' OR c.name ILIKE '%' || ${likeText(search ?? '')} || '%')`

const orders = {
  name: sql`c.name, c.id`,
  '-name': sql`c.name DESC, c.id DESC`,
  createdAt: sql`c.created_at, c.id`,
  '-createdAt': sql`c.created_at DESC, c.id DESC`,
}

export async function findClients(
  db: Executor,
  filter: Filter,
  order: keyof typeof orders,
  slice: Slice,
): Promise<{ count: number; rows: ClientRow[] }> {
  const total = await sql<{
    count: number
  }>`SELECT count(*) AS count FROM clients c ${where(filter)}`.execute(db)
  const { rows } = await sql<ClientRow>`
    SELECT c.id, c.name, c.email, c.phone, c.status, c.time_zone, c.created_at,
           coalesce((SELECT sum(q.available) FROM quotas q WHERE q.client_id = c.id), 0)::int AS quota,
           first.name AS manager_name, first.email AS manager_email, first.phone AS manager_phone
    FROM clients c
    LEFT JOIN LATERAL (
      SELECT m.name, u.email, m.phone FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.client_id = c.id AND m.role = 'manager' AND m.removed_at IS NULL
      ORDER BY m.joined_at, m.id LIMIT 1
    ) first ON true
    ${where(filter)}
    ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

export async function insertClient(
  db: Executor,
  client: { id: string; name: string; email: string; phone: string; createdBy: string | null },
): Promise<void> {
  await db
    .insertInto('clients')
    .values({
      id: client.id,
      name: client.name,
      email: client.email,
      phone: client.phone,
      status: 'active',
      created_by: client.createdBy,
    })
    .execute()
}
