import { z } from 'zod'
import { sendPaymentReturned } from '#server/features/orders/jobs.ts'
import { addEvent, lockOrder } from '#server/features/orders/settle.ts'
import { addJob } from '#server/jobs/add.ts'
import { checkPayment, type PaymentDeps, refreshAttention } from './check.ts'
import {
  askAgain,
  claimSurplus,
  dropUnstarted,
  findDue,
  findSurplus,
  deleteOldNotices as forgetNotices,
  markReturned,
  type PaymentRef,
} from './queries.ts'

/** Forgets messages of the provider of more than 30 days ago. */
export const deleteOldNotices = forgetNotices

/** Has the provider asked about what may have been paid since a backup. */
export const askAboutPayments = askAgain

/** Settles what nobody came back for. One attempt that cannot be settled keeps no other from it. */
export async function sweepPayments(deps: PaymentDeps): Promise<void> {
  const { db, log } = deps
  for (const payment of await findDue(db)) {
    try {
      if (payment.state === 'created') await dropUnstarted(db, payment)
      else await checkPayment(deps, payment, { stale: true })
    } catch (error) {
      log.error({ err: error, payment: payment.id }, 'a payment could not be settled')
    }
  }
  for (const charge of await findSurplus(db)) {
    try {
      await returnSurplus(deps, charge)
    } catch (error) {
      log.error({ err: error, payment: charge.id }, 'a charge could not be given back')
    }
  }
}

const chargedItems = z.array(z.object({ transactionId: z.string(), paidKurus: z.number() }))

/** Gives a charge back that no order needs, and tells the buyer. Does nothing where none is due, or somebody else is at it. */
export async function returnSurplus(deps: PaymentDeps, ref: PaymentRef): Promise<void> {
  const { db, log } = deps
  const charge = await claimSurplus(db, ref)
  if (charge === undefined) return
  if (charge.paymentId === null || !(await giveBack(deps, { ...charge, paymentId: charge.paymentId }))) {
    log.error({ payment: charge.id }, 'a charge that no order needs is not given back yet')
    return
  }
  await db.transaction().execute(async (tx) => {
    const { clientId, orderId } = charge
    const order = await lockOrder(tx, { clientId, id: orderId })
    if (!(await markReturned(tx, charge))) return
    await refreshAttention(tx, order)
    await addEvent(tx, { clientId, orderId, what: 'returned_to_card', userId: null })
    await addJob(tx, sendPaymentReturned, { clientId, orderId, paymentId: charge.id })
  })
}

/** Void on the day of the charge, refunded after it. @returns whether all of it is back on the card */
async function giveBack(
  { payments }: PaymentDeps,
  charge: { id: string; paymentId: string; items: unknown; paidKurus: number | null },
): Promise<boolean> {
  const { id: conversationId, paymentId } = charge
  const voided = await payments.cancel(paymentId, conversationId)
  if (voided.kind === 'refunded') return true
  // A second call to void a charge is refused when the first one's answer got lost: the report knows.
  const before = await payments.readRefunds({ paymentId, conversationId })
  if (before === undefined) return false
  const paid = chargedItems.parse(charge.items)
  const total = charge.paidKurus ?? 0
  const done = before.filter((refund) => refund.state === 'done')
  if (total > 0 && done.reduce((sum, refund) => sum + refund.kurus, 0) >= total) return true
  // A charge without its items can't be refunded part by part: a person has to do it.
  if (voided.kind !== 'failed' || paid.length === 0) return false
  let returned = true
  for (const [at, { transactionId, paidKurus }] of paid.entries()) {
    const ours = `${conversationId}-${at}`
    const known = before.find((refund) => refund.conversationId === ours && refund.state !== 'failed')
    const back = known
      ? known.state === 'done'
      : (await payments.refund({ conversationId: ours, transactionId, kurus: paidKurus })).kind === 'refunded'
    returned = returned && back
  }
  return returned
}
