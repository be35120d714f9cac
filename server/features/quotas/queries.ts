import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import { foldText } from '#server/features/people/search-text.ts'
import type { Slice } from '#server/http/pages.ts'

export interface QuotaRow {
  inventory_id: string
  available: number
  purchased: number
}

export async function findQuotas(db: Executor, clientId: string): Promise<QuotaRow[]> {
  return db
    .selectFrom('quotas')
    .select(['inventory_id', 'available', 'purchased'])
    .where('client_id', '=', clientId)
    .execute()
}

/** How many units are left, the row held until the transaction ends. */
export async function holdUnits(
  db: Executor,
  quota: { clientId: string; inventoryId: string },
): Promise<number> {
  const row = await db
    .selectFrom('quotas')
    .select('available')
    .where('client_id', '=', quota.clientId)
    .where('inventory_id', '=', quota.inventoryId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.available ?? 0
}

export interface Booking {
  clientId: string
  inventoryId: string
  kind: 'addition' | 'assignment' | 'return'
  reason: string
  createdBy: string | null
  entries: readonly { id: string; quantity: number; assignmentId: string | null }[]
}

/**
 * Moves the balance and writes the ledger, in one statement: neither is ever written alone, so the entries always add up
 * to the balance. False, and nothing changed, where the balance would fall below zero. The row lock orders parallel takers.
 */
export async function book(db: Executor, booking: Booking): Promise<{ bookedAt: Date } | undefined> {
  const { clientId, inventoryId, kind, reason, createdBy, entries } = booking
  const sum = entries.reduce((total, entry) => total + entry.quantity, 0)
  const purchased = kind === 'addition' ? sum : 0
  const moved =
    sum < 0
      ? sql`UPDATE quotas SET available = available + ${sum}
            WHERE client_id = ${clientId} AND inventory_id = ${inventoryId} AND available + ${sum} >= 0
            RETURNING client_id`
      : sql`INSERT INTO quotas (client_id, inventory_id, available, purchased)
            VALUES (${clientId}, ${inventoryId}, ${sum}, ${purchased})
            ON CONFLICT (client_id, inventory_id) DO UPDATE
              SET available = quotas.available + excluded.available, purchased = quotas.purchased + excluded.purchased
            RETURNING client_id`
  const { rows } = await sql<{ created_at: Date }>`
    WITH moved AS (${moved})
    INSERT INTO quota_entries (client_id, id, inventory_id, quantity, kind, assignment_id, reason, created_by)
    SELECT moved.client_id, t.id, ${inventoryId}::uuid, t.quantity, ${kind}, t.assignment_id, ${reason}, ${createdBy}::uuid
    FROM moved CROSS JOIN unnest(${entries.map((entry) => entry.id)}::uuid[],
      ${entries.map((entry) => entry.quantity)}::int[], ${entries.map((entry) => entry.assignmentId)}::uuid[])
      AS t (id, quantity, assignment_id)
    RETURNING created_at`.execute(db)
  return rows[0] && { bookedAt: rows[0].created_at }
}

export interface LedgerFilter {
  kind?: Booking['kind'] | undefined
  inventory?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

export interface LedgerRow {
  id: string
  inventory_id: string
  quantity: number
  kind: Booking['kind']
  reason: string
  created_at: Date
  /** With its microseconds, which a Date loses. */
  at_exact: string
  added_by: string | null
  assignment_id: string | null
  user_id: string | null
  person_name: string | null
}

const ledgerOrders = {
  dateAdded: sql`e.created_at, e.id`,
  '-dateAdded': sql`e.created_at DESC, e.id DESC`,
  quantity: sql`e.quantity, e.id`,
  '-quantity': sql`e.quantity DESC, e.id DESC`,
}
export type LedgerOrder = keyof typeof ledgerOrders

const ledgerJoins = sql`
  LEFT JOIN assignments a ON a.client_id = e.client_id AND a.id = e.assignment_id
  LEFT JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id`

const ledgerRows = sql`
  SELECT e.id, e.inventory_id, e.quantity, e.kind, e.reason, e.created_at, e.created_at::text AS at_exact,
         u.name AS added_by, e.assignment_id, a.user_id, m.name AS person_name
  FROM e LEFT JOIN users u ON u.id = e.created_by ${ledgerJoins}`

function ledgerWhere(client: AuthorizedClient, filter: LedgerFilter) {
  const conditions = [sql`e.client_id = ${client.id}`]
  if (filter.kind) conditions.push(sql`e.kind = ${filter.kind}`)
  if (filter.inventory) conditions.push(sql`e.inventory_id = ${filter.inventory}`)
  if (filter.from)
    conditions.push(sql`e.created_at >= ${filter.from}::date::timestamp AT TIME ZONE ${client.timeZone}`)
  if (filter.to)
    conditions.push(sql`e.created_at < (${filter.to}::date + 1)::timestamp AT TIME ZONE ${client.timeZone}`)
  const words = foldText(filter.search ?? '')
    .split(' ')
    .filter((word) => word !== '')
  for (const word of words)
    conditions.push(sql`coalesce(m.search_text, fold_text(e.reason)) LIKE ${`%${likeText(word)}%`}`)
  // The people are joined for the search alone; without one, counting and paging walk the entries' index.
  return { joins: words.length > 0 ? ledgerJoins : sql``, where: sql`${sql.join(conditions, sql` AND `)}` }
}

export async function findEntries(
  db: Executor,
  client: AuthorizedClient,
  filter: LedgerFilter,
  order: LedgerOrder,
  slice: Slice,
): Promise<{ count: number; rows: LedgerRow[] }> {
  const { joins, where } = ledgerWhere(client, filter)
  const from = sql`FROM quota_entries e ${joins} WHERE ${where}`
  const total = await sql<{ count: number }>`SELECT count(*) AS count ${from}`.execute(db)
  const { rows } = await sql<LedgerRow>`
    WITH e AS (SELECT e.* ${from} ORDER BY ${ledgerOrders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset})
    ${ledgerRows} ORDER BY ${ledgerOrders[order]}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

/** The entries that follow one, the oldest first: an export walks them all without counting. */
export async function findNextEntries(
  db: Executor,
  client: AuthorizedClient,
  filter: LedgerFilter,
  after: LedgerRow | undefined,
  limit: number,
): Promise<LedgerRow[]> {
  const { joins, where } = ledgerWhere(client, filter)
  const later = after ? sql` AND (e.created_at, e.id) > (${after.at_exact}::timestamptz, ${after.id})` : sql``
  const { rows } = await sql<LedgerRow>`
    WITH e AS (
      SELECT e.* FROM quota_entries e ${joins} WHERE ${where}${later} ORDER BY e.created_at, e.id LIMIT ${limit}
    )
    ${ledgerRows} ORDER BY e.created_at, e.id`.execute(db)
  return rows
}
