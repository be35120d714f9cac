import { z } from 'zod'
import { addEvent, flagOrder } from '#server/features/orders/settle.ts'
import { checkPayment, type PaymentDeps } from './check.ts'
import {
  dropUnstarted,
  findDue,
  findSurplus,
  deleteOldNotices as forgetNotices,
  markReturned,
} from './queries.ts'

/** Forgets messages of the provider of more than 30 days ago. */
export const deleteOldNotices = forgetNotices

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
  await returnSurplus(deps)
}

const items = z.array(z.object({ transactionId: z.string(), paidKurus: z.number() }))

/** Gives charges back that no order needs: void on the day of the charge, refunded after it. */
export async function returnSurplus({ db, payments, log }: PaymentDeps): Promise<void> {
  for (const charge of await findSurplus(db)) {
    if (charge.paymentId === null) continue
    const voided = await payments.cancel(charge.paymentId, charge.id)
    let returned = voided.kind === 'refunded'
    // What was voided by a call whose answer got lost is refused the second time: the report knows.
    const before = returned
      ? []
      : ((await payments.readRefunds({ paymentId: charge.paymentId, conversationId: charge.id })) ??
        undefined)
    if (!returned && before !== undefined) {
      const paid = items.parse(charge.items)
      const total = paid.reduce((sum, item) => sum + item.paidKurus, 0)
      returned = before.reduce((sum, refund) => sum + refund.kurus, 0) >= total
      if (!returned && voided.kind === 'failed') {
        const outcomes = []
        for (const [at, item] of paid.entries())
          outcomes.push(
            await payments.refund({
              conversationId: `${charge.id}-${at}`,
              transactionId: item.transactionId,
              kurus: item.paidKurus,
            }),
          )
        returned = outcomes.every((one) => one.kind === 'refunded')
      }
    }
    if (!returned) {
      log.error({ payment: charge.id }, 'a charge that no order needs is not given back yet')
      continue
    }
    await db.transaction().execute(async (tx) => {
      if (!(await markReturned(tx, charge))) return
      const { clientId, orderId } = charge
      await flagOrder(tx, { client_id: clientId, id: orderId }, null)
      await addEvent(tx, { clientId, orderId, what: 'returned_to_card', userId: null })
    })
  }
}
