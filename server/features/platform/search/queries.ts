import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { folded } from '#server/db/folded.ts'
import { likeText } from '#server/db/like.ts'
import { isWithin, type Manager } from '#server/db/within.ts'

export interface FoundPersonRow {
  membership_id: string
  name: string
  email: string | null
  role: 'manager' | 'candidate' | 'employee'
  group_name: string
  client_id: string
  client_name: string
}

export interface FoundClientRow {
  id: string
  name: string
  status: 'pending' | 'active' | 'suspended'
}

interface FoundOrderRow {
  id: string
  number: string
  total_kurus: number
  client_id: string
  client_name: string
}

interface Asked {
  /** The manager to whose clients the search is limited; null for all. */
  manager: Manager | null
  /** Folded; at least one. */
  words: readonly string[]
  limit: number
}

const managed = (client: string, manager: Manager | null) =>
  manager === null
    ? sql`${sql.ref(client)} NOT IN (SELECT id FROM clients WHERE synthetic)`
    : sql`${sql.ref(client)} IN (SELECT mine.client_id FROM memberships mine
        WHERE mine.user_id = ${manager.userId} AND mine.role = 'manager' AND mine.removed_at IS NULL AND ${isWithin('mine.client_id', manager)})`

/** The people a manager may see, in a query that calls the membership `m`; all of them where the manager is null. */
const seen = (manager: Manager | null) =>
  manager === null
    ? sql`true`
    : sql`EXISTS (SELECT FROM memberships mine
        WHERE mine.user_id = ${manager.userId} AND mine.client_id = m.client_id AND mine.role = 'manager' AND mine.removed_at IS NULL
          AND (mine.reader_groups IS NULL OR m.group_name = ANY (mine.reader_groups)))`

/** The clients for which a manager orders: readers see no orders. */
const ordersFor = (manager: Manager | null) =>
  manager === null
    ? sql`true`
    : sql`o.client_id IN (SELECT mine.client_id FROM memberships mine
        WHERE mine.user_id = ${manager.userId} AND mine.role = 'manager' AND NOT mine.reader AND mine.removed_at IS NULL
          AND ${isWithin('mine.client_id', manager)})`

const holds = (text: ReturnType<typeof sql>, words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`${text} LIKE ${`%${likeText(word)}%`}`),
    sql` AND `,
  )

/** The text begins with the name: who is found by it comes before who is found by an address. */
const nearest = (text: ReturnType<typeof sql>, [first = '']: readonly string[]) =>
  sql`strpos(${text}, ${first})`

export async function findPeopleAnywhere(
  db: Executor,
  { manager, words, limit }: Asked,
): Promise<FoundPersonRow[]> {
  const text = sql`m.search_text`
  const order = sql`${nearest(text, words)}, m.name COLLATE "tr-x-icu", m.id`
  // The few are found first: joining everybody who matches a common word costs twice as much.
  const { rows } = await sql<FoundPersonRow>`
    WITH found AS (
      SELECT m.* FROM memberships m
      WHERE m.removed_at IS NULL AND m.role IN ('candidate', 'employee')
        AND ${managed('m.client_id', manager)} AND ${seen(manager)} AND ${holds(text, words)}
      ORDER BY ${order} LIMIT ${limit}
    )
    SELECT m.id AS membership_id, m.name, m.email, m.role, m.group_name, c.id AS client_id, c.name AS client_name
    FROM found m
    JOIN clients c ON c.id = m.client_id
    ORDER BY ${order}`.execute(db)
  return rows
}

// There are few clients beside people: no index of their own.
const foldedName = folded('c.name')

export async function findClientsByName(
  db: Executor,
  { manager, words, limit }: Asked,
): Promise<FoundClientRow[]> {
  const { rows } = await sql<FoundClientRow>`
    SELECT c.id, c.name, c.status FROM clients c
    WHERE ${managed('c.id', manager)} AND ${holds(foldedName, words)}
    ORDER BY ${nearest(foldedName, words)}, c.name COLLATE "tr-x-icu", c.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Orders by number, transfer reference or invoice number, the newest first. */
export async function findOrdersByNumber(
  db: Executor,
  { manager, words, limit }: Asked,
): Promise<FoundOrderRow[]> {
  // The index is on the text that the lists search; it names the client too, and every order of a client is too many here.
  const numbers = sql`lower(concat_ws(' ', o.number, o.eft_reference,
    (SELECT i.number FROM invoices i WHERE i.client_id = o.client_id AND i.order_id = o.id)))`
  const { rows } = await sql<FoundOrderRow>`
    SELECT o.id, o.number, o.total_kurus, c.id AS client_id, c.name AS client_name
    FROM orders o JOIN clients c ON c.id = o.client_id
    WHERE ${ordersFor(manager)} AND ${holds(sql`o.search_text`, words)} AND ${holds(numbers, words)}
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}`.execute(db)
  return rows
}
