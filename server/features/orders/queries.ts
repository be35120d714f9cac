import { sql } from 'kysely'
import type { Billing } from '#contract/billing.ts'
import type { Locale } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import type { OrderEventKind, PaymentMethod } from '#contract/orders.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'

/** Finds the client of an order, regardless of who asks. */
export async function findOwner(db: Executor, orderId: string): Promise<string | undefined> {
  const row = await db.selectFrom('orders').select('client_id').where('id', '=', orderId).executeTakeFirst()
  return row?.client_id
}

export interface NewOrder {
  clientId: string
  clientName: string
  createdBy: string
  paymentMethod: PaymentMethod
  netKurus: number
  taxKurus: number
  totalKurus: number
  basisPoints: number
  billing: Billing
  locale: Locale
  termsVersion: string
  /** The reference of a bank transfer. */
  reference: string | null
  dueDays: number
  lines: readonly {
    inventoryId: string
    code: string
    names: Record<Locale, string>
    quantity: number
    unitPriceKurus: number
    netKurus: number
    taxKurus: number
  }[]
}

export async function insertOrder(tx: Executor, order: NewOrder): Promise<{ id: string; number: string }> {
  const numbered = await sql<{ number: string }>`
    SELECT 'TRZ-' || to_char(now() AT TIME ZONE 'Europe/Istanbul', 'YYYY') || '-'
           || lpad(n, greatest(4, length(n)), '0') AS number
    FROM (SELECT nextval('order_numbers')::text AS n) AS next`.execute(tx)
  const number = numbered.rows[0]?.number ?? ''
  const id = newId()
  const { clientId, reference } = order
  await tx
    .insertInto('orders')
    .values({
      client_id: clientId,
      id,
      number,
      payment_method: order.paymentMethod,
      quantity: order.lines.reduce((sum, line) => sum + line.quantity, 0),
      net_kurus: order.netKurus,
      tax_kurus: order.taxKurus,
      total_kurus: order.totalKurus,
      tax_basis_points: order.basisPoints,
      billing: JSON.stringify(order.billing),
      locale: order.locale,
      terms_version: order.termsVersion,
      terms_accepted_at: sql<Date>`now()`,
      created_by: order.createdBy,
      eft_reference: reference,
      due_at:
        reference === null
          ? null
          : sql<Date>`((now() AT TIME ZONE 'Europe/Istanbul')::date + ${order.dueDays + 1}::int)::timestamp AT TIME ZONE 'Europe/Istanbul'`,
      search_text: foldText([number, order.clientName, reference ?? ''].join(' ')),
    })
    .execute()
  await tx
    .insertInto('order_lines')
    .values(
      order.lines.map((line, place) => ({
        client_id: clientId,
        order_id: id,
        inventory_id: line.inventoryId,
        place,
        code: line.code,
        names: JSON.stringify(line.names),
        quantity: line.quantity,
        unit_price_kurus: line.unitPriceKurus,
        net_kurus: line.netKurus,
        tax_kurus: line.taxKurus,
      })),
    )
    .execute()
  return { id, number }
}

/** True when a transfer under this reference is or was expected: a reference names one order for good. */
export async function referenceTaken(db: Executor, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('eft_reference', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

/** Puts down what happened to an order. */
export async function insertEvent(
  tx: Executor,
  event: { clientId: string; orderId: string; what: OrderEventKind; userId: string | null; details?: object },
): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({
      client_id: event.clientId,
      id: newId(),
      order_id: event.orderId,
      what: event.what,
      user_id: event.userId,
      details: JSON.stringify(event.details ?? {}),
    })
    .execute()
}

/** An order with its lines, locked until the transaction ends: its state is changed only under this lock. */
export async function lockOrder(tx: Executor, order: { clientId: string; id: string }) {
  const row = await tx
    .selectFrom('orders')
    .selectAll()
    .where('client_id', '=', order.clientId)
    .where('id', '=', order.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, lines: await findLines(tx, order) }
}

/** An order with its lines, as it is now. */
export async function findOrder(db: Executor, order: { clientId: string; id: string }) {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('client_id', '=', order.clientId)
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  return { ...row, lines: await findLines(db, order) }
}

async function findLines(db: Executor, order: { clientId: string; id: string }) {
  return db
    .selectFrom('order_lines')
    .selectAll()
    .where('client_id', '=', order.clientId)
    .where('order_id', '=', order.id)
    .orderBy('place')
    .execute()
}

export async function findRefund(db: Executor, refund: { clientId: string; orderId: string; id: string }) {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('client_id', '=', refund.clientId)
    .where('order_id', '=', refund.orderId)
    .where('id', '=', refund.id)
    .executeTakeFirst()
}

export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/** The charge that paid an order: what the provider calls it and its items. */
export async function findCharge(db: Executor, order: { clientId: string; orderId: string }) {
  return db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id as paymentId', 'items'])
    .where('client_id', '=', order.clientId)
    .where('order_id', '=', order.orderId)
    .where('state', '=', 'succeeded')
    .where('surplus', 'is', null)
    .executeTakeFirst()
}

/**
 * True when the bank has to be asked before anything else may happen to an order.
 * @param options.page whether a page to pay on counts that the buyer may have open
 */
export async function hasOpenPayment(
  db: Executor,
  order: { client_id: string; id: string },
  { page = false } = {},
): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('client_id', '=', order.client_id)
    .where('order_id', '=', order.id)
    .where('state', 'in', [
      'authorizing',
      'unknown',
      'held',
      ...(page ? (['created', 'challenge'] as const) : []),
    ])
    .executeTakeFirst()
  return row !== undefined
}

export async function markSettled(
  tx: Executor,
  order: { client_id: string; id: string },
  settled: { status: 'paid' | 'approved'; by: string | null; transfer: object | null },
): Promise<Date> {
  const row = await tx
    .updateTable('orders')
    .set({
      status: settled.status,
      settled_at: sql<Date>`now()`,
      settled_by: settled.by,
      transfer: settled.transfer === null ? null : JSON.stringify(settled.transfer),
      attention: null,
      updated_at: sql<Date>`now()`,
    })
    .where('client_id', '=', order.client_id)
    .where('id', '=', order.id)
    .where('status', '=', 'pending')
    .returning('settled_at')
    .executeTakeFirstOrThrow()
  if (row.settled_at === null) throw new Error('a settled order has no moment')
  return row.settled_at
}

export async function markCancelled(
  tx: Executor,
  order: { client_id: string; id: string },
  cancelled: { by: string | null; reason: 'by_manager' | 'by_admin' | 'expired' },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      status: 'cancelled',
      cancelled_at: sql<Date>`now()`,
      cancelled_by: cancelled.by,
      cancel_reason: cancelled.reason,
      attention: null,
      updated_at: sql<Date>`now()`,
    })
    .where('client_id', '=', order.client_id)
    .where('id', '=', order.id)
    .where('status', '=', 'pending')
    .execute()
}

/** Lets an order be found by what it is called elsewhere, too: its invoice's number. */
export async function addSearchWord(
  tx: Executor,
  order: { client_id: string; id: string },
  word: string,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set((row) => ({ search_text: sql<string>`${row.ref('search_text')} || ' ' || ${foldText(word)}` }))
    .where('client_id', '=', order.client_id)
    .where('id', '=', order.id)
    .execute()
}

export async function setAttention(
  tx: Executor,
  order: { client_id: string; id: string },
  attention: LockedOrder['attention'],
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ attention, updated_at: sql<Date>`now()` })
    .where('client_id', '=', order.client_id)
    .where('id', '=', order.id)
    .execute()
}

/** Card orders of more than an hour ago of which no payment can come any more. */
export async function findExpired(db: Executor): Promise<{ clientId: string; id: string }[]> {
  const { rows } = await sql<{ clientId: string; id: string }>`
    SELECT o.client_id AS "clientId", o.id FROM orders o
    WHERE o.status = 'pending' AND o.payment_method = 'credit_card' AND o.created_at < now() - interval '1 hour'
      AND NOT EXISTS (SELECT FROM payments p WHERE p.client_id = o.client_id AND p.order_id = o.id
        AND p.state IN ('created', 'challenge', 'authorizing', 'unknown', 'held'))
    ORDER BY o.created_at LIMIT 200`.execute(db)
  return rows
}

/** Pending transfers whose next reminder is due, by the days since the order; of several that are due the last one. */
export async function findToRemind(
  db: Executor,
  afterDays: readonly number[],
): Promise<{ clientId: string; id: string; reminder: number }[]> {
  const { rows } = await sql<{ clientId: string; id: string; reminder: number }>`
    SELECT o.client_id AS "clientId", o.id, due.reminder::int AS reminder FROM orders o,
      LATERAL (SELECT count(*) AS reminder FROM unnest(${[...afterDays]}::int[]) AS after (days)
        WHERE o.created_at < now() - make_interval(days => after.days)) AS due
    WHERE o.status = 'pending' AND o.payment_method = 'eft' AND o.due_at > now()
      AND due.reminder > o.reminders_sent
    ORDER BY o.due_at LIMIT 200`.execute(db)
  return rows
}

/** Counts a reminder, once. @returns whether it was this caller's */
export async function countReminder(
  tx: Executor,
  order: { clientId: string; id: string; reminder: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ reminders_sent: order.reminder })
    .where('client_id', '=', order.clientId)
    .where('id', '=', order.id)
    .where('status', '=', 'pending')
    .where('reminders_sent', '<', order.reminder)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
