import { type Selectable, sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import { columnsOf } from '#server/db/columns-of.ts'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { Orders } from '#server/db/order-tables.ts'
import type { Slice } from '#server/http/pages.ts'

export interface OrderFilter {
  /** null: of all clients, for admins alone. */
  clientId: string | null
  id?: string | undefined
  status?: string | undefined
  paymentMethod?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  alert?: 'overdue' | 'attention' | 'in_doubt' | undefined
}

const orders = {
  created: sql`o.created_at, o.id`,
  '-created': sql`o.created_at DESC, o.id DESC`,
  totalAmount: sql`o.total_kurus, o.id`,
  '-totalAmount': sql`o.total_kurus DESC, o.id DESC`,
}
export type OrderOrder = keyof typeof orders

// The query starts from the few payments and refunds: asked of each order, it took half a second at 100,000.
const inDoubt = sql`(o.client_id, o.id) IN (
  SELECT client_id, order_id FROM payments WHERE state IN ('unknown', 'held') AND surplus IS NULL
  UNION SELECT client_id, order_id FROM refunds WHERE state = 'unknown')`

function whereOf(filter: OrderFilter) {
  const conditions = [filter.clientId === null ? sql`true` : sql`o.client_id = ${filter.clientId}`]
  if (filter.id) conditions.push(sql`o.id = ${filter.id}`)
  if (filter.status) conditions.push(sql`o.status = ${filter.status}`)
  if (filter.paymentMethod) conditions.push(sql`o.payment_method = ${filter.paymentMethod}`)
  if (filter.from)
    conditions.push(sql`o.created_at >= ${filter.from}::date::timestamp AT TIME ZONE 'Europe/Istanbul'`)
  if (filter.to)
    conditions.push(sql`o.created_at < (${filter.to}::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul'`)
  if (filter.alert === 'overdue') conditions.push(sql`o.status = 'pending' AND o.due_at <= now()`)
  if (filter.alert === 'attention') conditions.push(sql`o.attention IS NOT NULL`)
  if (filter.alert === 'in_doubt') conditions.push(inDoubt)
  for (const word of foldText(filter.search ?? '').split(' '))
    if (word !== '') conditions.push(sql`o.search_text LIKE ${`%${likeText(word)}%`}`)
  return sql.join(conditions, sql` AND `)
}

const columns = [
  'client_id',
  'id',
  'number',
  'payment_method',
  'status',
  'quantity',
  'net_kurus',
  'tax_kurus',
  'total_kurus',
  'refunded_kurus',
  'tax_basis_points',
  'created_at',
  'created_by',
  'updated_at',
  'eft_reference',
  'due_at',
  'attention',
] as const

export interface OrderListRow extends Pick<Selectable<Orders>, (typeof columns)[number]> {
  client_name: string
  user_name: string | null
  overdue: boolean
  refund_in_progress: boolean
  lines: unknown
  invoices: unknown
  card: unknown
}

/** A page of orders with their lines, invoices and card. */
export async function findOrders(
  db: Executor,
  filter: OrderFilter,
  order: OrderOrder,
  slice: Slice,
): Promise<{ count: number; rows: OrderListRow[] }> {
  const where = whereOf(filter)
  const total =
    filter.id === undefined
      ? await sql<{ count: number }>`SELECT count(*) AS count FROM orders o WHERE ${where}`.execute(db)
      : undefined
  const { rows } = await sql<OrderListRow>`
    WITH o AS (
      SELECT o.* FROM orders o WHERE ${where} ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}
    )
    SELECT ${columnsOf('o', columns)}, c.name AS client_name, u.name AS user_name,
      coalesce(o.status = 'pending' AND o.due_at <= now(), false) AS overdue,
      EXISTS (SELECT FROM refunds r WHERE r.client_id = o.client_id AND r.order_id = o.id
        AND r.state IN ('requested', 'unknown')) AS refund_in_progress,
      (SELECT jsonb_agg(jsonb_build_object('inventoryId', l.inventory_id, 'code', l.code, 'names', l.names,
         'quantity', l.quantity, 'unitPriceKurus', l.unit_price_kurus, 'netKurus', l.net_kurus,
         'taxKurus', l.tax_kurus, 'refundedQuantity', l.refunded_quantity) ORDER BY l.place)
       FROM order_lines l WHERE l.client_id = o.client_id AND l.order_id = o.id) AS lines,
      (SELECT jsonb_agg(jsonb_build_object('number', i.number, 'totalKurus', i.total_kurus,
         'date', to_char(i.issued_at AT TIME ZONE 'Europe/Istanbul', 'YYYY-MM-DD')) ORDER BY i.issued_at)
       FROM invoices i WHERE i.client_id = o.client_id AND i.order_id = o.id) AS invoices,
      (SELECT p.card FROM payments p WHERE p.client_id = o.client_id AND p.order_id = o.id AND p.state = 'succeeded'
         AND p.surplus IS NULL
       ORDER BY p.created_at LIMIT 1) AS card
    FROM o JOIN clients c ON c.id = o.client_id LEFT JOIN users u ON u.id = o.created_by
    ORDER BY ${orders[order]}`.execute(db)
  return { count: total?.rows[0]?.count ?? rows.length, rows }
}

/** Finds the details of one order beyond its row in a list. */
export async function findDetails(db: Executor, order: { clientId: string; id: string }) {
  const of = { client_id: order.clientId, order_id: order.id }
  const [row, payment, undecided, refunds, events] = [
    await db
      .selectFrom('orders')
      .select(['billing', 'terms_version', 'settled_at', 'cancelled_at', 'refunded_kurus', 'transfer'])
      .where('client_id', '=', order.clientId)
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow(),
    await db
      .selectFrom('payments')
      .select(['state', 'reason', 'updated_at', 'check_at'])
      .where((payment) => payment.and(of))
      // A charge that was not needed is no payment of the order.
      .where('surplus', 'is', null)
      .orderBy(sql`state IN ('succeeded', 'authorizing', 'unknown', 'held')`, 'desc')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    // The payment may be any of the order's attempts, not only the one that is shown.
    await db
      .selectFrom('payments')
      .select('id')
      .where((payment) => payment.and(of))
      .where((payment) =>
        payment.or([
          payment('surplus', '=', 'due'),
          payment.and([payment('state', 'in', ['unknown', 'held']), payment('surplus', 'is', null)]),
        ]),
      )
      .executeTakeFirst(),
    await db
      .selectFrom('refunds')
      .select(['id', 'state', 'amount_kurus', 'returned_kurus', 'lines', 'reason', 'created_at'])
      .where((refund) => refund.and(of))
      .orderBy('created_at')
      .limit(100)
      .execute(),
    await db
      .selectFrom('order_events as e')
      .leftJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.at', 'e.what', 'e.details', 'u.name'])
      .where('e.client_id', '=', order.clientId)
      .where('e.order_id', '=', order.id)
      .orderBy('e.at', 'desc')
      .orderBy('e.id', 'desc')
      .limit(200)
      .execute(),
  ]
  return { row, payment, undecided: undecided !== undefined, refunds, events: events.reverse() }
}
