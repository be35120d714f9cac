import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import type { LockedOrder } from '#server/features/orders/settle.ts'
import type { Charge } from '#server/payments/provider.ts'

export interface PaymentRef {
  readonly clientId: string
  readonly id: string
}

/** Seconds until the provider is asked again: a minute at first, then twice as long each time, at most six hours. */
const wait = sql`make_interval(secs => least(60 * power(2, least(checks, 9)), 21600))`

export async function insertPayment(
  tx: Executor,
  payment: {
    clientId: string
    orderId: string
    provider: string
    amountKurus: number
    /** Chosen beforehand; undefined leaves it to the page on which the card is typed. */
    installment: number | undefined
    by: string
  },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('payments')
    .values({
      client_id: payment.clientId,
      id,
      order_id: payment.orderId,
      provider: payment.provider,
      amount_kurus: payment.amountKurus,
      installment: payment.installment ?? null,
      created_by: payment.by,
      check_at: sql<Date>`now() + interval '2 minutes'`,
    })
    .execute()
  return id
}

/** The buyer has a page to pay on. @returns whether the attempt was still to be begun, and its order to be paid */
export async function markStarted(db: Executor, ref: PaymentRef, token: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({
      state: 'challenge',
      token,
      updated_at: sql<Date>`now()`,
      check_at: sql<Date>`now() + interval '1 minute'`,
    })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .where('state', '=', 'created')
    .where((payment) =>
      payment.exists(
        payment
          .selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.client_id', '=', 'payments.client_id')
          .whereRef('orders.id', '=', 'payments.order_id')
          .where('orders.status', '=', 'pending'),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The attempts of an order, the newest first. */
export async function findPayments(db: Executor, order: { clientId: string; orderId: string }) {
  return db
    .selectFrom('payments')
    .select(['client_id as clientId', 'id', 'state', 'token', 'surplus'])
    .where('client_id', '=', order.clientId)
    .where('order_id', '=', order.orderId)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
}

/** The attempt that the provider calls by this name. */
export async function findByConversation(db: Executor, id: string): Promise<PaymentRef | undefined> {
  return db
    .selectFrom('payments')
    .select(['client_id as clientId', 'id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export interface ClaimedPayment extends PaymentRef {
  readonly orderId: string
  readonly token: string
  /** Counts the claims: what a claimer found out counts only while nobody claimed after it. */
  readonly claim: number
  /** The page to pay on has expired: what is not paid by now never will be. */
  readonly over: boolean
}

/**
 * Takes the right to ask the provider about an attempt, for one caller: everybody else finds it `authorizing`. A claim whose
 * owner has died is taken over by the sweeper.
 */
export async function claimPayment(
  db: Executor,
  ref: PaymentRef,
  { stale }: { stale: boolean },
): Promise<ClaimedPayment | undefined> {
  const { rows } = await sql<ClaimedPayment>`
    UPDATE payments SET state = 'authorizing', checks = checks + 1, updated_at = now(),
      check_at = now() + interval '2 minutes'
    WHERE client_id = ${ref.clientId} AND id = ${ref.id}
      -- What a person has given back is not asked about again.
      AND surplus IS DISTINCT FROM 'returned'
      AND token IS NOT NULL
      AND (state IN ('challenge', 'unknown', 'held', 'failed')
        ${stale ? sql`OR (state = 'authorizing' AND check_at <= now())` : sql``})
    RETURNING client_id AS "clientId", id, order_id AS "orderId", token, checks AS claim,
      -- The page expires half an hour after it was made.
      created_at < now() - interval '35 minutes' AS over`.execute(db)
  return rows[0]
}

/** True when somebody is asking the provider about an attempt. */
export async function isBeingAsked(db: Executor, ref: PaymentRef): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .where('state', '=', 'authorizing')
    .executeTakeFirst()
  return row !== undefined
}

/** The claimed attempt, locked until the transaction ends; undefined when somebody else has claimed it since. */
export async function lockClaimedPayment(tx: Executor, payment: ClaimedPayment) {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('client_id', '=', payment.clientId)
    .where('id', '=', payment.id)
    .where('state', '=', 'authorizing')
    .where('checks', '=', payment.claim)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function markCharged(
  tx: Executor,
  ref: PaymentRef,
  charged: { state: 'succeeded' | 'held'; charge: Charge; surplus: boolean; again: boolean },
): Promise<void> {
  const { charge } = charged
  await tx
    .updateTable('payments')
    .set({
      state: charged.state,
      provider_payment_id: charge.paymentId,
      paid_kurus: charge.paidKurus,
      installment: charge.card.installment,
      card: JSON.stringify(charge.card),
      items: JSON.stringify(charge.items),
      surplus: charged.surplus ? 'due' : null,
      reason: null,
      updated_at: sql<Date>`now()`,
      check_at: charged.again ? sql<Date>`now() + ${wait}` : null,
    })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .execute()
}

export async function markFailed(
  tx: Executor,
  ref: PaymentRef,
  failed: { reason: string; code?: string; group?: string },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      state: 'failed',
      reason: failed.reason,
      error_code: failed.code ?? null,
      error_group: failed.group ?? null,
      updated_at: sql<Date>`now()`,
      check_at: null,
    })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .execute()
}

/** Leaves an attempt undecided: the provider is asked again later. */
export async function markUndecided(
  tx: Executor,
  ref: PaymentRef,
  state: 'challenge' | 'unknown',
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ state, updated_at: sql<Date>`now()`, check_at: sql<Date>`now() + ${wait}` })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .execute()
}

/** Attempts of which the provider has to be asked, those longest overdue first. */
export async function findDue(db: Executor): Promise<(PaymentRef & { orderId: string; state: string })[]> {
  return db
    .selectFrom('payments')
    .select(['client_id as clientId', 'id', 'order_id as orderId', 'state'])
    .where('check_at', '<=', sql<Date>`now()`)
    .where('surplus', 'is', null)
    .orderBy('check_at')
    .limit(100)
    .execute()
}

/**
 * Has the provider asked soon about every attempt that isn't settled, and about those of the last days before a moment: after a
 * restore to it their outcome may be newer than what is stored.
 */
export async function askAgain(tx: Executor, restoredTo: Date): Promise<number> {
  const { rows } = await sql`
    UPDATE payments SET check_at = now()
    WHERE token IS NOT NULL AND surplus IS NULL
      AND (state IN ('challenge', 'authorizing', 'unknown', 'held')
        OR state = 'failed' AND created_at > ${restoredTo}::timestamptz - interval '1 day')
    RETURNING id`.execute(tx)
  return rows.length
}

/** Begun and never shown to anybody: the server died in between. @returns whether it still was */
export async function dropUnstarted(tx: Executor, ref: PaymentRef): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ state: 'failed', reason: 'abandoned', updated_at: sql<Date>`now()`, check_at: null })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .where('state', '=', 'created')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Charges that an order did not need and that have to be given back now, those longest overdue first. */
export async function findSurplus(db: Executor): Promise<PaymentRef[]> {
  return db
    .selectFrom('payments')
    .select(['client_id as clientId', 'id'])
    .where('surplus', '=', 'due')
    .where((payment) =>
      payment.or([payment('check_at', 'is', null), payment('check_at', '<=', sql<Date>`now()`)]),
    )
    .orderBy(sql`check_at NULLS FIRST`)
    .limit(100)
    .execute()
}

/** Takes the right to give a charge back, for one caller; the next one has it later and later. */
export async function claimSurplus(db: Executor, ref: PaymentRef) {
  return db
    .updateTable('payments')
    .set((payment) => ({ checks: payment('checks', '+', 1), check_at: sql<Date>`now() + ${wait}` }))
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .where('surplus', '=', 'due')
    .where((payment) =>
      payment.or([payment('check_at', 'is', null), payment('check_at', '<=', sql<Date>`now()`)]),
    )
    .returning([
      'client_id as clientId',
      'id',
      'order_id as orderId',
      'provider_payment_id as paymentId',
      'items',
      'paid_kurus as paidKurus',
    ])
    .executeTakeFirst()
}

export async function markReturned(tx: Executor, ref: PaymentRef): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ surplus: 'returned', updated_at: sql<Date>`now()`, check_at: null })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .where('surplus', '=', 'due')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Finds what an admin has to look at in an order once a payment of it is decided: a charge that is still to be given
 * back or does not fit, or one under review; otherwise nothing.
 */
export async function readAttention(
  db: Executor,
  order: { clientId: string; orderId: string },
): Promise<LockedOrder['attention']> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', (join) =>
      join.onRef('orders.client_id', '=', 'payments.client_id').onRef('orders.id', '=', 'payments.order_id'),
    )
    .select(['payments.state', 'payments.surplus', 'payments.check_at', 'orders.status'])
    .where('payments.client_id', '=', order.clientId)
    .where('payments.order_id', '=', order.orderId)
    .where((payment) =>
      payment.or([
        payment('surplus', '=', 'due'),
        payment.and([payment('state', '=', 'held'), payment('surplus', 'is', null)]),
      ]),
    )
    .execute()
  if (rows.some((row) => row.state === 'held' && row.check_at === null)) return 'amount_mismatch'
  const due = rows.find((row) => row.surplus === 'due')
  if (due !== undefined) return due.status === 'cancelled' ? 'paid_after_cancel' : 'paid_twice'
  return rows.length > 0 ? 'held' : null
}

/** True when the order's events since an attempt began say that it is in doubt. */
export async function isNotedInDoubt(db: Executor, payment: ClaimedPayment): Promise<boolean> {
  const row = await db
    .selectFrom('order_events as event')
    .innerJoin('payments as payment', (join) =>
      join
        .onRef('payment.client_id', '=', 'event.client_id')
        .onRef('payment.order_id', '=', 'event.order_id')
        .onRef('payment.created_at', '<=', 'event.at'),
    )
    .select('event.id')
    .where('event.client_id', '=', payment.clientId)
    .where('event.order_id', '=', payment.orderId)
    .where('event.what', '=', 'payment_in_doubt')
    .where('payment.id', '=', payment.id)
    .executeTakeFirst()
  return row !== undefined
}

/** The attempts of an order that only a person can end, locked until the transaction ends. */
export async function lockUndecided(tx: Executor, order: { clientId: string; orderId: string }) {
  return tx
    .selectFrom('payments')
    .select(['client_id as clientId', 'id', 'state', 'surplus', 'paid_kurus as paidKurus'])
    .where('client_id', '=', order.clientId)
    .where('order_id', '=', order.orderId)
    .where((payment) =>
      payment.or([
        payment('surplus', '=', 'due'),
        payment.and([payment('state', 'in', ['unknown', 'held']), payment('surplus', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Ends an attempt by what a person has found out at the provider. */
export async function markDecided(
  tx: Executor,
  ref: PaymentRef,
  outcome: 'not_charged' | 'returned',
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      state: 'failed',
      reason: 'general',
      surplus: outcome === 'returned' ? 'returned' : null,
      updated_at: sql<Date>`now()`,
      check_at: null,
    })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .execute()
}

/** Takes a message of the provider once. @returns whether it is new */
export async function insertNotice(tx: Executor, provider: string, reference: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_notices')
    .values({ provider, reference })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Forgets messages of more than 30 days ago: none is repeated that late. */
export async function deleteOldNotices(db: Executor): Promise<void> {
  await db
    .deleteFrom('payment_notices')
    .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}
