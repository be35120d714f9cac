import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'

/** What a refund gives back of each line of its order, and whether the provider has done it. */
export const refundLines = z.array(
  z.object({
    inventoryId: z.string(),
    quantity: z.number(),
    kurus: z.number(),
    transactionId: z.string().nullable(),
    done: z.boolean(),
  }),
)
export type RefundLines = z.infer<typeof refundLines>

export interface RefundRef {
  readonly clientId: string
  readonly id: string
}

/** Whether a refund of this order is not decided. */
export async function hasOpenRefund(
  tx: Executor,
  order: { client_id: string; id: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('refunds')
    .select('id')
    .where('client_id', '=', order.client_id)
    .where('order_id', '=', order.id)
    .where('state', 'in', ['requested', 'unknown'])
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRefund(
  tx: Executor,
  refund: {
    clientId: string
    orderId: string
    state: 'requested' | 'succeeded'
    amountKurus: number
    lines: RefundLines
    reason: string
    by: string
  },
): Promise<string> {
  const id = newId()
  const decided = refund.state === 'succeeded'
  await tx
    .insertInto('refunds')
    .values({
      client_id: refund.clientId,
      id,
      order_id: refund.orderId,
      state: refund.state,
      amount_kurus: refund.amountKurus,
      lines: JSON.stringify(refund.lines),
      reason: refund.reason,
      created_by: refund.by,
      settled_at: decided ? sql<Date>`now()` : null,
      check_at: decided ? null : sql<Date>`now() + interval '2 minutes'`,
    })
    .execute()
  return id
}

/** Moves what a refund takes from an order and its lines; with −1 back again. */
export async function moveRefunded(
  tx: Executor,
  order: { client_id: string; id: string },
  lines: RefundLines,
  sign: 1 | -1,
): Promise<void> {
  for (const line of lines)
    await tx
      .updateTable('order_lines')
      .set((row) => ({
        refunded_quantity: row('refunded_quantity', '+', sign * line.quantity),
        refunded_kurus: row('refunded_kurus', '+', sign * line.kurus),
      }))
      .where('client_id', '=', order.client_id)
      .where('order_id', '=', order.id)
      .where('inventory_id', '=', line.inventoryId)
      .execute()
  const kurus = lines.reduce((sum, line) => sum + line.kurus, 0)
  await tx
    .updateTable('orders')
    .set((row) => ({
      refunded_kurus: row('refunded_kurus', '+', sign * kurus),
      updated_at: sql<Date>`now()`,
    }))
    .where('client_id', '=', order.client_id)
    .where('id', '=', order.id)
    .execute()
}

/** A refund that is not decided, held until the transaction ends. */
export async function holdRefund(tx: Executor, ref: RefundRef) {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .where('state', 'in', ['requested', 'unknown'])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Takes the right to ask the provider about a refund for two minutes, for one caller.
 * @param first by whoever has just requested it, before the sweeper may
 */
export async function claimRefund(db: Executor, ref: RefundRef, { first }: { first: boolean }) {
  const row = await db
    .updateTable('refunds')
    .set((refund) => ({
      check_at: sql<Date>`now() + interval '2 minutes'`,
      checks: refund('checks', '+', 1),
    }))
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .where('state', 'in', ['requested', 'unknown'])
    .where((refund) => (first ? refund('checks', '=', 0) : refund('check_at', '<=', sql<Date>`now()`)))
    .returning(['order_id as orderId', 'lines', 'checks'])
    .executeTakeFirst()
  return row && { ...row, lines: refundLines.parse(row.lines) }
}

export async function markRefund(
  tx: Executor,
  ref: RefundRef,
  state: 'succeeded' | 'failed' | 'unknown',
  lines: RefundLines,
): Promise<void> {
  const decided = state !== 'unknown'
  await tx
    .updateTable('refunds')
    .set({
      state,
      lines: JSON.stringify(lines),
      settled_at: decided ? sql<Date>`now()` : null,
      check_at: decided
        ? null
        : sql<Date>`now() + make_interval(secs => least(120 * power(2, least(checks, 8)), 21600))`,
    })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .execute()
}

export async function findDueRefunds(db: Executor): Promise<RefundRef[]> {
  return db
    .selectFrom('refunds')
    .select(['client_id as clientId', 'id'])
    .where('check_at', '<=', sql<Date>`now()`)
    .orderBy('check_at')
    .limit(100)
    .execute()
}

/** The charge of an order: what the provider calls it and its items. */
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
