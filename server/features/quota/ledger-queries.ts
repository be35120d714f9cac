import { type RawBuilder, type Selectable, sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { QuotaEntries } from '#server/db/client-tables.ts'
import { columnsOf } from '#server/db/columns-of.ts'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'
import type { Booking } from './queries.ts'

export interface LedgerFilter {
  kind?: Booking['kind'] | undefined
  inventory?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  /** The entries of one movement, by the id of the one that opens it. */
  movement?: string | undefined
}

const columns = [
  'id',
  'inventory_id',
  'quantity',
  'balance',
  'kind',
  'reason',
  'created_at',
  'assignment_id',
] as const

export interface LedgerRow extends Pick<Selectable<QuotaEntries>, (typeof columns)[number]> {
  /** The time with its microseconds, which a Date loses. */
  at_exact: string
  added_by: string | null
  user_id: string | null
  person_name: string | null
  email: string | null
  phone: string | null
  staff_number: string | null
}

const ledgerOrders = {
  dateAdded: sql`e.created_at, e.id`,
  '-dateAdded': sql`e.created_at DESC, e.id DESC`,
  quantity: sql`e.quantity, e.id`,
  '-quantity': sql`e.quantity DESC, e.id DESC`,
}
export type LedgerOrder = keyof typeof ledgerOrders
type MovementOrder = Extract<LedgerOrder, 'dateAdded' | '-dateAdded'>

const ledgerJoins = sql`
  LEFT JOIN assignments a ON a.client_id = e.client_id AND a.id = e.assignment_id
  LEFT JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id`

const ledgerRowsWith = (more: ReturnType<typeof sql>) => sql`
  SELECT ${columnsOf('e', columns)}, e.created_at::text AS at_exact, u.name AS added_by,
         a.user_id, m.name AS person_name, who.email, m.phone, m.staff_number${more}
  FROM e LEFT JOIN users u ON u.id = e.created_by ${ledgerJoins}
  LEFT JOIN users who ON who.id = a.user_id`

const wordsOf = (search = '') =>
  foldText(search)
    .split(' ')
    .filter((word) => word !== '')

/** The number of people with the words from which on an entry of theirs is found soon in any movement that has one. */
const manyPeople = 500
/** The most movements that can be looked into one by one. */
const fewMovements = 5000

const have = (text: RawBuilder<unknown>, words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`${text} LIKE ${`%${likeText(word)}%`}`),
    sql` AND `,
  )

/**
 * That a movement's reason has these words, or a person in it. Asked from the side that is small, which the database can't
 * know of words within a text: from the people to their entries, or from each movement to the first of its people. The
 * wrong side takes seconds in a ledger of a million entries.
 */
async function naming(db: Executor, client: AuthorizedClient, words: readonly string[]) {
  const counted = await sql<{ people: number; movements: number }>`
    SELECT (SELECT count(*) FROM (SELECT FROM memberships m WHERE m.client_id = ${client.id}
              AND ${have(sql`m.search_text`, words)} LIMIT ${manyPeople + 1}) AS found)::int AS people,
           (SELECT count(*) FROM (SELECT FROM quota_entries WHERE client_id = ${client.id} AND opens
              LIMIT ${fewMovements + 1}) AS found)::int AS movements`.execute(db)
  const { people = 0, movements = 0 } = counted.rows[0] ?? {}
  const reason = sql`(e.assignment_id IS NULL OR e.kind = 'reservation') AND ${have(sql`fold_text(e.reason)`, words)}`
  if (people > manyPeople && movements <= fewMovements) {
    const name = sql`(
      SELECT m.search_text FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
      WHERE a.client_id = x.client_id AND a.id = x.assignment_id)`
    return sql`((${reason}) OR (
      SELECT true FROM quota_entries x
      WHERE x.client_id = e.client_id AND x.command_id = e.command_id AND x.inventory_id = e.inventory_id
        AND ${have(name, words)} LIMIT 1))`
  }
  return sql`((${reason}) OR (e.command_id, e.inventory_id) IN (
    SELECT x.command_id, x.inventory_id FROM memberships m
      JOIN assignments a ON a.client_id = m.client_id AND a.membership_id = m.id
      JOIN quota_entries x ON x.client_id = a.client_id AND x.assignment_id = a.id
    WHERE m.client_id = ${client.id} AND ${have(sql`m.search_text`, words)}))`
}

function ledgerWhere(client: AuthorizedClient, filter: LedgerFilter) {
  const conditions = [sql`e.client_id = ${client.id}`]
  if (filter.kind) conditions.push(sql`e.kind = ${filter.kind}`)
  if (filter.inventory) conditions.push(sql`e.inventory_id = ${filter.inventory}`)
  if (filter.from)
    conditions.push(sql`e.created_at >= ${filter.from}::date::timestamp AT TIME ZONE ${client.timeZone}`)
  if (filter.to)
    conditions.push(sql`e.created_at < (${filter.to}::date + 1)::timestamp AT TIME ZONE ${client.timeZone}`)
  if (filter.movement)
    conditions.push(sql`(e.command_id, e.inventory_id) = (
      SELECT command_id, inventory_id FROM quota_entries
      WHERE client_id = ${client.id} AND id = ${filter.movement} AND opens)`)
  const words = wordsOf(filter.search)
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
    ${ledgerRowsWith(sql``)} ORDER BY ${ledgerOrders[order]}`.execute(db)
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
    ${ledgerRowsWith(sql``)} ORDER BY e.created_at, e.id`.execute(db)
  return rows
}

export interface MovementRow extends LedgerRow {
  /** The number of its entries. */
  units: number
}

/**
 * Finds what each command did to the units of an inventory, as one line each; a search finds a command by any of its
 * entries. Without a search a page walks the index of the entries that open a movement, and adds up those of the page.
 */
export async function findMovements(
  db: Executor,
  client: AuthorizedClient,
  { search, ...filter }: Omit<LedgerFilter, 'movement'>,
  order: MovementOrder,
  slice: Slice,
): Promise<{ count: number; rows: MovementRow[] }> {
  const { where: opening } = ledgerWhere(client, filter)
  const words = wordsOf(search)
  const among = words.length > 0 ? sql` AND ${await naming(db, client, words)}` : sql``
  const from = sql`FROM quota_entries e WHERE e.opens AND ${opening}${among}`
  const total = await sql<{ count: number }>`SELECT count(*) AS count ${from}`.execute(db)
  const { rows } = await sql<MovementRow>`
    WITH page AS (
      SELECT e.* ${from} ORDER BY ${ledgerOrders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}
    ),
    e AS (
      SELECT p.client_id, p.id, p.inventory_id, p.kind, p.reason, p.created_at, p.created_by, p.assignment_id,
             sums.quantity, sums.units, latest.balance
      FROM page p CROSS JOIN LATERAL (
        SELECT sum(x.quantity)::int AS quantity, count(*) AS units FROM quota_entries x
        WHERE x.client_id = p.client_id AND x.command_id = p.command_id AND x.inventory_id = p.inventory_id
      ) sums CROSS JOIN LATERAL (
        SELECT x.balance FROM quota_entries x
        WHERE x.client_id = p.client_id AND x.command_id = p.command_id AND x.inventory_id = p.inventory_id
        ORDER BY x.created_at DESC, x.id DESC LIMIT 1
      ) latest
    )
    ${ledgerRowsWith(sql`, e.units`)} ORDER BY ${ledgerOrders[order]}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}
