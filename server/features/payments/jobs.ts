import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { expireOrders } from '#server/features/orders/change.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineJob, scheduleJob } from '#server/jobs/define.ts'
import { checkPayment, paymentDeps } from './check.ts'
import { isBeingAsked, type PaymentRef } from './queries.ts'
import { sweepRefunds } from './refund.ts'
import { returnSurplus, sweepPayments } from './sweep.ts'

/** Asks the provider about an attempt that it has reported. */
export const checkPaymentSoon = defineJob({
  name: 'check_payment',
  payload: z.strictObject({ clientId: id, id }),
  async run(payment, deps) {
    const paying = paymentDeps(deps, deps.log)
    if (paying === undefined) return
    if (!(await checkPayment(paying, payment)) && (await isBeingAsked(deps.db, payment)))
      return checkLater(deps.db, payment)
    await returnSurplus(paying, payment)
  },
})

/** Asks again in 15 seconds: another process asks right now, and may get an older answer than the provider has reported. */
async function checkLater(db: Executor, payment: PaymentRef): Promise<void> {
  await addJob(db, checkPaymentSoon, payment, { jobKey: `check ${payment.id}`, waitMs: 15_000 })
}

/** Settles payments and refunds that nobody came back for, and cancels card orders that nobody pays. */
const settlePayments = scheduleJob({
  name: 'settle_payments',
  every: '* * * * *',
  async run(deps) {
    // This asks no provider, so it comes first: in an outage the rest takes long.
    await expireOrders(deps.db)
    const paying = paymentDeps(deps, deps.log)
    if (paying === undefined) return
    await sweepPayments(paying)
    await sweepRefunds(paying)
  },
})

export const paymentJobs = [checkPaymentSoon, settlePayments]
