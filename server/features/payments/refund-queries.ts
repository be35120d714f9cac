import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { type RefundLines, refundLines } from '#server/features/orders/refund-lines.ts'

export interface RefundRef {
  readonly clientId: string
  readonly id: string
}

/** True when a refund of this order is not decided. */
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

const sumsOf = (lines: RefundLines) => ({
  amount_kurus: lines.reduce((sum, line) => sum + line.kurus, 0),
  returned_kurus: lines.reduce((sum, line) => sum + line.returnedKurus, 0),
})

export async function insertRefund(
  tx: Executor,
  refund: {
    clientId: string
    orderId: string
    state: 'requested' | 'succeeded'
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
      ...sumsOf(refund.lines),
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
  await tx
    .updateTable('orders')
    .set((row) => ({
      refunded_kurus: row('refunded_kurus', '+', sign * sumsOf(lines).amount_kurus),
      updated_at: sql<Date>`now()`,
    }))
    .where('client_id', '=', order.client_id)
    .where('id', '=', order.id)
    .execute()
}

export interface ClaimedRefund extends RefundRef {
  readonly orderId: string
  readonly lines: RefundLines
  /** Counts the claims: what a claimer found out counts only while nobody claimed after it. */
  readonly claim: number
  /** Asked for so long ago that the provider is not asked again, only looked up. */
  readonly late: boolean
}

const twoMinutes = sql<Date>`now() + interval '2 minutes'`

/**
 * Takes the right to ask the provider about a refund for two minutes, for one caller. Until it is given back or over, the refund
 * is `requested`.
 * @param first for the caller that has just requested it, before the sweeper may
 */
export async function claimRefund(
  db: Executor,
  ref: RefundRef,
  { first }: { first: boolean },
): Promise<ClaimedRefund | undefined> {
  const row = await db
    .updateTable('refunds')
    .set((refund) => ({ state: 'requested', check_at: twoMinutes, checks: refund('checks', '+', 1) }))
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .where('state', 'in', ['requested', 'unknown'])
    .where((refund) => (first ? refund('checks', '=', 0) : refund('check_at', '<=', sql<Date>`now()`)))
    .returning([
      'order_id as orderId',
      'lines',
      'checks as claim',
      sql<boolean>`created_at < now() - interval '72 hours'`.as('late'),
    ])
    .executeTakeFirst()
  return row && { ...ref, ...row, lines: refundLines.parse(row.lines) }
}

/** Writes how far the lines are, and renews the claim. @returns whether it still is the caller's */
export async function keepLines(db: Executor, claimed: ClaimedRefund, lines: RefundLines): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ lines: JSON.stringify(lines), check_at: twoMinutes })
    .where('client_id', '=', claimed.clientId)
    .where('id', '=', claimed.id)
    .where('state', '=', 'requested')
    .where('checks', '=', claimed.claim)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The claimed refund, locked until the transaction ends; undefined when somebody else has claimed it since. */
export async function lockClaimedRefund(tx: Executor, claimed: ClaimedRefund) {
  return tx
    .selectFrom('refunds')
    .select(['id', 'created_by'])
    .where('client_id', '=', claimed.clientId)
    .where('id', '=', claimed.id)
    .where('state', '=', 'requested')
    .where('checks', '=', claimed.claim)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** A refund of an order, locked until the transaction ends, and whether somebody is asking the provider about it. */
export async function lockRefund(tx: Executor, ref: RefundRef & { orderId: string }) {
  const row = await tx
    .selectFrom('refunds')
    .select(['state', 'lines', sql<boolean>`state = 'requested' AND check_at > now()`.as('claimed')])
    .where('client_id', '=', ref.clientId)
    .where('order_id', '=', ref.orderId)
    .where('id', '=', ref.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { ...row, lines: refundLines.parse(row.lines) }
}

/** Records who ended a refund by hand, and why. */
export async function markSettledBy(
  tx: Executor,
  ref: RefundRef,
  settled: { by: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ settled_by: settled.by, settled_reason: settled.reason })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .execute()
}

/** Leaves a refund undecided: the provider is asked again later. */
export async function markUndecided(tx: Executor, ref: RefundRef): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({
      state: 'unknown',
      check_at: sql<Date>`now() + make_interval(secs => least(120 * power(2, least(checks, 8)), 21600))`,
    })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .execute()
}

/** Ends a refund. Where a part went through, its amounts are those of that part. */
export async function markDecided(
  tx: Executor,
  ref: RefundRef,
  decided: { state: 'succeeded' | 'failed'; lines: RefundLines; givenBack: RefundLines },
): Promise<void> {
  const { state, lines, givenBack } = decided
  await tx
    .updateTable('refunds')
    .set({
      state,
      lines: JSON.stringify(lines),
      ...(state === 'succeeded' ? sumsOf(givenBack) : {}),
      settled_at: sql<Date>`now()`,
      check_at: null,
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

/** The refunds of an order, which the provider knows by these ids. */
export async function findRefundIds(
  db: Executor,
  order: { clientId: string; orderId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('client_id', '=', order.clientId)
    .where('order_id', '=', order.orderId)
    .execute()
  return rows.map(({ id }) => id)
}
