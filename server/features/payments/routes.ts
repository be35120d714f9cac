import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { decidePayment as decideCall, payOrder, refundOrder } from '#contract/orders.ts'
import { addresses, addressOf } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeOrder } from '#server/features/orders/access.ts'
import { orderObject, readerOf } from '#server/features/orders/order-object.ts'
import { acceptForms } from '#server/http/bodies.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { route } from '#server/http/route.ts'
import { addJob } from '#server/jobs/add.ts'
import { settleCallback } from './callback.ts'
import type { PaymentDeps } from './check.ts'
import { decidePayment } from './decide.ts'
import { checkPaymentSoon } from './jobs.ts'
import { findByConversation, insertNotice } from './queries.ts'
import { carryOutRefund, requestRefund } from './refund.ts'
import { startPayment } from './start.ts'

/** Where the provider reports what it has done. */
export const noticePath = '/hooks/iyzico'

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http, config } = deps
  const { sales } = config
  const load = ({ params, caller }: { params: { orderId: string }; caller: Caller }) =>
    authorizeOrder(db, caller, params.orderId)
  const withLog = (request: FastifyRequest): PaymentDeps | undefined =>
    deps.payments && sales && { db, payments: deps.payments, sales, log: request.log }

  route(app, http, payOrder, {
    load,
    handle: async ({ subject, body, caller, request }) => {
      const paying = withLog(request)
      if (paying === undefined) throw new Failure('payment_method_unavailable')
      const by = { userId: caller.userId, name: caller.name, address: request.ip }
      const all = { ...paying, publicUrl: config.publicUrl }
      return { paymentPageUrl: await startPayment(all, subject, by, body.installment) }
    },
  })

  route(app, http, decideCall, {
    load,
    handle: async (input) => {
      const { subject, body, caller, request } = input
      await decidePayment(db, subject, { userId: caller.userId, address: request.ip }, body)
      return orderObject(db, subject, readerOf(input, sales))
    },
  })

  route(app, http, refundOrder, {
    load,
    handle: async (input) => {
      const { subject, body, caller, request } = input
      const scope = {
        clientId: subject.client.id,
        call: `${refundOrder.name} ${subject.id}`,
        userId: caller.userId,
      }
      const by = { userId: caller.userId, address: request.ip }
      const refund = await db.transaction().execute((tx) =>
        once(
          tx,
          idempotencyOf(request, scope, body),
          () => requestRefund(tx, subject, by, body),
          (stored) => requested.parse(stored),
        ),
      )
      const paying = withLog(request)
      // Without a provider it stays in doubt, and the sweeper goes on once there is one.
      if (refund.byCard && paying !== undefined) await carryOutRefund(paying, refund, { first: true })
      return orderObject(db, subject, readerOf(input, sales))
    },
  })

  // The provider's own words, signed by it: no call of ours that a contract describes.
  app.post(noticePath, async (request, reply) => {
    const { payments } = deps
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

  // A browser posts it across sites, with no session and no token of ours.
  void app.register((scope, _options, done) => {
    acceptForms(scope, 65_536)
    scope.post(addresses.paymentCallback, async (request, reply) => {
      const order = id.safeParse(z.object({ orderId: z.string() }).parse(request.params).orderId)
      const paying = withLog(request)
      const paid =
        order.success && paying !== undefined ? await settleCallback(paying, order.data, request.body) : false
      const page = addressOf(paid ? 'paymentSuccess' : 'paymentError')
      return reply.redirect(order.success ? `${page}?orderId=${order.data}` : page, 303)
    })
    done()
  })
}

const requested = z.object({ clientId: z.string(), id: z.string(), byCard: z.boolean() })
