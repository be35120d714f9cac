import { z } from 'zod'
import { id } from '#contract/fields.ts'
import {
  decidePayment as decideCall,
  payOrder,
  refundOrder as refundCall,
  settleRefund as settleCall,
} from '#contract/orders.ts'
import { addresses, addressOf } from '#contract/pages.ts'
import { onOrder } from '#server/features/orders/access.ts'
import { orderAfter } from '#server/features/orders/order-object.ts'
import { acceptForms } from '#server/http/bodies.ts'
import { Failure } from '#server/http/failure.ts'
import type { Route } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { settleCallback } from './callback.ts'
import { paymentDeps } from './check.ts'
import { decidePayment } from './decide.ts'
import { checkPaymentSoon } from './jobs.ts'
import { findByConversation, insertNotice } from './queries.ts'
import { refundOrder, settleRefund } from './refund.ts'
import { startPayment } from './start.ts'

/** The path for the provider's reports. */
export const noticePath = '/hooks/iyzico'

/** The provider's own words, signed by it: no call of ours that a contract describes. */
const noticeRoute: Route = (app, { db, payments }) => {
  app.post(noticePath, async (request, reply) => {
    const notice = payments?.readNotice(request.headers, request.body)
    if (payments === undefined || notice === undefined) throw new Failure('not_authenticated')
    // A shop on the same account at the provider has names of its own for its payments.
    const { data: named } = id.safeParse(notice.conversationId)
    const payment = named === undefined ? undefined : await findByConversation(db, named)
    // It carries no amount: the payment is asked for again, after the answer.
    await db.transaction().execute(async (tx) => {
      if (!(await insertNotice(tx, payments.name, notice.reference)) || payment === undefined) return
      await addJob(tx, checkPaymentSoon, payment, { jobKey: `check ${payment.id}` })
    })
    return reply.status(204).send()
  })
}

/** A browser posts it across sites, with no session and no token of ours. */
const callbackRoute: Route = (app, deps) => {
  void app.register((scope, _options, done) => {
    acceptForms(scope, 65_536)
    scope.post(addresses.paymentCallback, async (request, reply) => {
      const order = id.safeParse(z.object({ orderId: z.string() }).parse(request.params).orderId)
      const paying = paymentDeps(deps, request.log)
      const paid =
        order.success && paying !== undefined ? await settleCallback(paying, order.data, request.body) : false
      const page = addressOf(paid ? 'paymentSuccess' : 'paymentError')
      return reply.redirect(order.success ? `${page}?orderId=${order.data}` : page, 303)
    })
    done()
  })
}

export const paymentRoutes: readonly Route[] = [
  onOrder.run(payOrder, startPayment),
  onOrder.write(decideCall, orderAfter(decidePayment)),
  onOrder.run(refundCall, refundOrder),
  onOrder.write(settleCall, orderAfter(settleRefund)),
  noticeRoute,
  callbackRoute,
]
