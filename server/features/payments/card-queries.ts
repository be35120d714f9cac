import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { type ClaimedPayment, claimedColumns, direct, life, type PaymentRef } from './queries.ts'

/** An attempt whose card has not been typed yet. */
export interface AwaitedCard extends PaymentRef {
  readonly orderId: string
  readonly token: string
  /** Chosen when the attempt began; null where the form asks. */
  readonly installment: number | null
  /** Who began it. */
  readonly userId: string
  readonly userName: string
}

/** The attempt of a card form. Some of its time is left to the bank's step. */
export async function findAwaitedCard(db: Executor, id: string): Promise<AwaitedCard | undefined> {
  const { rows } = await sql<AwaitedCard>`
    SELECT p.client_id AS "clientId", p.id, p.order_id AS "orderId", p.token, p.installment, p.created_by AS "userId",
      u.name AS "userName"
    FROM payments p JOIN users u ON u.id = p.created_by JOIN orders o ON o.client_id = p.client_id AND o.id = p.order_id
    WHERE p.id = ${id} AND p.provider = ${direct} AND p.token IS NOT NULL AND p.state IN ('challenge', 'authorizing')
      AND p.created_at > now() - interval '25 minutes' AND o.status = 'pending'`.execute(db)
  return rows[0]
}

/** Whether a charge of another attempt is not decided, or went through. The order is locked. */
export async function chargedBeside(
  tx: Executor,
  payment: PaymentRef & { orderId: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments
    WHERE client_id = ${payment.clientId} AND order_id = ${payment.orderId} AND id <> ${payment.id}
      AND (state IN ('unknown', 'held', 'succeeded')
        OR (state = 'authorizing' AND (provider <> ${direct} OR charge_asked_at IS NOT NULL)))
    LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** Takes the card of an attempt, once: the secret of its form is used up. A check that is under way counts no more. */
export async function claimCard(
  tx: Executor,
  payment: PaymentRef & { token: string },
): Promise<ClaimedPayment | undefined> {
  const { rows } = await sql<ClaimedPayment>`
    UPDATE payments SET state = 'authorizing', token = NULL, checks = checks + 1, updated_at = now(),
      check_at = now() + interval '2 minutes'
    WHERE client_id = ${payment.clientId} AND id = ${payment.id} AND token = ${payment.token}
      AND state IN ('challenge', 'authorizing')
    RETURNING ${claimedColumns}`.execute(tx)
  return rows[0]
}

/** The buyer is at the bank. */
export async function markChallenge(tx: Executor, ref: PaymentRef, paymentId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      state: 'challenge',
      provider_payment_id: paymentId,
      updated_at: sql<Date>`now()`,
      check_at: sql<Date>`now() + interval '1 minute'`,
    })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.id)
    .execute()
}

/**
 * Takes the right to end the bank's step, for one caller. With `charge` that is the right to charge the card, which is given
 * once in an attempt's life. A check that is under way counts no more.
 */
export async function claimReturn(
  tx: Executor,
  payment: PaymentRef & { paymentId: string },
  { charge }: { charge: boolean },
): Promise<ClaimedPayment | undefined> {
  const { rows } = await sql<ClaimedPayment>`
    UPDATE payments SET state = 'authorizing', checks = checks + 1, updated_at = now(),
      charge_asked_at = ${charge ? sql`now()` : sql`charge_asked_at`}, check_at = now() + interval '2 minutes'
    WHERE client_id = ${payment.clientId} AND id = ${payment.id} AND provider = ${direct}
      AND provider_payment_id = ${payment.paymentId} AND charge_asked_at IS NULL
      AND state IN ('challenge', 'authorizing') AND created_at > now() - ${life}
    RETURNING ${claimedColumns}`.execute(tx)
  return rows[0]
}
