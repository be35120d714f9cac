import type { Sales } from '#server/config.ts'
import type { Database, Executor } from '#server/db/database.ts'
import {
  addEvent,
  flagOrder,
  type LockedOrder,
  lockOrder,
  settleOrder,
} from '#server/features/orders/settle.ts'
import type { JobDeps, Log } from '#server/jobs/deps.ts'
import type { Charge, PaymentOutcome, PaymentProvider } from '#server/payments/provider.ts'
import {
  type ClaimedPayment,
  claimPayment,
  isNotedInDoubt,
  lockClaimedPayment,
  markCharged,
  markFailed,
  markUndecided,
  type PaymentRef,
  readAttention,
} from './queries.ts'

/** The services that settling card payments needs. */
export interface PaymentDeps {
  readonly db: Database
  readonly payments: PaymentProvider
  readonly sales: Sales
  readonly log: Log
}

/** The same of a server or a worker; undefined where nothing is sold by card. */
export const paymentDeps = (
  {
    db,
    payments,
    config: { sales },
  }: Pick<JobDeps, 'db' | 'payments'> & { config: Pick<JobDeps['config'], 'sales'> },
  log: Log,
): PaymentDeps | undefined => payments && sales && { db, payments, sales, log }

/**
 * Asks the provider for an attempt's outcome and stores it. However many ask at once, by callback, webhook, button and
 * sweeper, one of them does it. Asking moves no money, so a server that dies in between loses nothing.
 * @param stale takes over from a claimer that has not come back
 * @returns whether this call was the one that asked
 */
export async function checkPayment(
  { db, payments, sales, log }: PaymentDeps,
  ref: PaymentRef,
  { stale = false } = {},
): Promise<boolean> {
  const claimed = await claimPayment(db, ref, { stale })
  if (claimed === undefined) return false
  const outcome = await payments.retrieve({ conversationId: claimed.id, token: claimed.token })
  await db.transaction().execute((tx) => enterOutcome(tx, claimed, outcome, { sales, log }))
  return true
}

/** Stores the outcome of a claimed attempt, unless somebody else has claimed it since. */
async function enterOutcome(
  tx: Executor,
  claimed: ClaimedPayment,
  outcome: PaymentOutcome,
  { sales, log }: { sales: Sales; log: Log },
): Promise<void> {
  const { clientId, orderId } = claimed
  const order = await lockOrder(tx, { clientId, id: orderId })
  const payment = await lockClaimedPayment(tx, claimed)
  if (payment === undefined) return
  const note = (what: Parameters<typeof addEvent>[1]['what'], details = {}) =>
    addEvent(tx, { clientId, orderId, what, userId: null, details })
  switch (outcome.kind) {
    case 'open':
      if (!claimed.over) return markUndecided(tx, claimed, 'challenge')
      return markFailed(tx, claimed, { reason: 'abandoned' })
    case 'unknown':
      log.warn({ payment: claimed.id, problem: outcome.problem }, 'a payment is in doubt')
      if (!(await isNotedInDoubt(tx, claimed))) await note('payment_in_doubt')
      return markUndecided(tx, claimed, 'unknown')
    case 'failed':
      // A message of the provider may come after the answer, and says the same again.
      if (payment.reason !== outcome.reason) await note('payment_declined', { reason: outcome.reason })
      await markFailed(tx, claimed, outcome)
      return refreshAttention(tx, order)
    case 'held':
    case 'succeeded': {
      const { charge } = outcome
      const wrong = mismatch(charge, claimed, { totalKurus: order.total_kurus, sales })
      if (wrong !== undefined) {
        log.error({ payment: claimed.id, order: orderId, wrong }, 'a charge does not fit its order')
        if (order.attention !== 'amount_mismatch') {
          await flagOrder(tx, order, 'amount_mismatch')
          await note('amount_mismatch')
        }
        return markCharged(tx, claimed, { state: 'held', charge, surplus: false, again: false })
      }
      if (outcome.kind === 'held') {
        if (order.attention !== 'held') {
          await flagOrder(tx, order, 'held')
          await note('payment_held')
        }
        return markCharged(tx, claimed, { state: 'held', charge, surplus: false, again: true })
      }
      const surplus = order.status !== 'pending'
      await markCharged(tx, claimed, { state: 'succeeded', charge, surplus, again: false })
      if (!surplus) {
        await settleOrder(tx, order, { status: 'paid', by: null, sales })
        // Another page of it may have been charged wrongly.
        return refreshAttention(tx, order)
      }
      log.error({ payment: claimed.id, order: orderId }, 'a charge came for an order that needs none')
      return flagOrder(tx, order, order.status === 'cancelled' ? 'paid_after_cancel' : 'paid_twice')
    }
  }
}

/** Updates what an admin has to look at, once a payment of the order is decided. The caller has locked the order. */
export async function refreshAttention(tx: Executor, order: LockedOrder): Promise<void> {
  const attention = await readAttention(tx, { clientId: order.client_id, orderId: order.id })
  await flagOrder(tx, order, attention)
}

/** The part of a charge that differs from the order; undefined where all is right. */
function mismatch(
  charge: Charge,
  claimed: ClaimedPayment,
  order: { totalKurus: number; sales: Sales },
): string | undefined {
  if (charge.basketId !== claimed.orderId) return 'basket'
  if (charge.conversationId !== claimed.id) return 'conversation'
  if (charge.currency !== 'TRY') return 'currency'
  if (charge.priceKurus !== order.totalKurus) return 'price'
  if (charge.paidKurus !== amountDue(order.totalKurus, charge.card.installment, order.sales)) return 'paid'
  return undefined
}

/** The charge of a card, in kuruş: the order's total, and the cost of this number of instalments. */
function amountDue(totalKurus: number, installment: number, { installments }: Sales): number | undefined {
  const chosen = installments.find((one) => one.count === installment)
  if (chosen === undefined) return undefined
  return totalKurus + Math.round((totalKurus * chosen.surchargeBasisPoints) / 10_000)
}
