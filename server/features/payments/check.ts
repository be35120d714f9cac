import type { Sales } from '#server/config.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { addEvent, flagOrder, holdOrder, settleOrder } from '#server/features/orders/settle.ts'
import type { Log } from '#server/jobs/deps.ts'
import type { Charge, PaymentOutcome, PaymentProvider } from '#server/payments/provider.ts'
import { amountDue } from './amount.ts'
import {
  type ClaimedPayment,
  claimPayment,
  holdClaimed,
  markCharged,
  markFailed,
  markUndecided,
  type PaymentRef,
} from './queries.ts'

/** What settling card payments needs. */
export interface PaymentDeps {
  readonly db: Database
  readonly payments: PaymentProvider
  readonly sales: Sales
  readonly log: Log
}

/**
 * Asks the provider what became of an attempt and enters it. However many ask at once, by callback, webhook, button and
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
  const { id, orderId, token, paymentId } = claimed
  const outcome = await payments.retrieve({ conversationId: id, orderId, token, paymentId })
  if (outcome.kind === 'unknown') log.warn({ payment: id, problem: outcome.problem }, 'a payment is in doubt')
  await db.transaction().execute((tx) => enter(tx, claimed, outcome, { sales, log }))
  return true
}

async function enter(
  tx: Executor,
  claimed: ClaimedPayment,
  outcome: PaymentOutcome,
  { sales, log }: { sales: Sales; log: Log },
): Promise<void> {
  const { clientId, orderId } = claimed
  const order = await holdOrder(tx, { clientId, id: orderId })
  const payment = await holdClaimed(tx, claimed)
  if (payment === undefined) return
  const note = (what: Parameters<typeof addEvent>[1]['what'], details = {}) =>
    addEvent(tx, { clientId, orderId, what, userId: null, details })
  switch (outcome.kind) {
    case 'open':
      if (!claimed.over) return markUndecided(tx, claimed, 'challenge')
      return markFailed(tx, claimed, { reason: 'abandoned' })
    case 'unknown':
      if (payment.checks === 1) await note('payment_in_doubt')
      return markUndecided(tx, claimed, 'unknown')
    case 'failed':
      await note('payment_declined', { reason: outcome.reason })
      if (order.attention === 'held') await flagOrder(tx, order, null)
      return markFailed(tx, claimed, outcome)
    case 'held':
    case 'succeeded': {
      const { charge } = outcome
      const wrong = mismatch(charge, { id: claimed.id, orderId, totalKurus: order.total_kurus, sales })
      if (wrong !== undefined) {
        log.error({ payment: claimed.id, order: orderId, wrong }, 'a charge does not fit its order')
        await flagOrder(tx, order, 'amount_mismatch')
        await note('amount_mismatch')
        return markCharged(tx, claimed, { state: 'held', charge, surplus: false, again: false })
      }
      if (outcome.kind === 'held') {
        await flagOrder(tx, order, 'held')
        await note('payment_held')
        return markCharged(tx, claimed, { state: 'held', charge, surplus: false, again: true })
      }
      const surplus = order.status !== 'pending'
      await markCharged(tx, claimed, { state: 'succeeded', charge, surplus, again: false })
      if (!surplus) return settleOrder(tx, order, { status: 'paid', by: null, sales })
      log.error({ payment: claimed.id, order: orderId }, 'a charge came for an order that needs none')
      return flagOrder(tx, order, order.status === 'cancelled' ? 'paid_after_cancel' : 'paid_twice')
    }
  }
}

/** What of a charge is not as the order has it; undefined where all is right. */
function mismatch(
  charge: Charge,
  order: { id: string; orderId: string; totalKurus: number; sales: Sales },
): string | undefined {
  if (charge.basketId !== order.orderId) return 'basket'
  if (charge.conversationId !== order.id) return 'conversation'
  if (charge.currency !== 'TRY') return 'currency'
  if (charge.priceKurus !== order.totalKurus) return 'price'
  if (charge.paidKurus !== amountDue(order.totalKurus, charge.card.installment, order.sales)) return 'paid'
  return undefined
}
