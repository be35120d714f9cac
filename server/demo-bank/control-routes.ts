import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { postCallback } from './callback.ts'
import { type BankPayment, type BankState, scenarios } from './state.ts'

const ofOrder = z.object({ orderId: z.string() })

/** Adds routes by which tests and demonstrations steer the bank. Amounts are integer kuruş. */
export function controlRoutes(
  app: FastifyInstance,
  state: BankState,
  notify: (payment: BankPayment, url?: string) => Promise<number>,
): void {
  const json = (request: FastifyRequest): unknown =>
    JSON.parse(Buffer.isBuffer(request.body) ? request.body.toString('utf8') || '{}' : '{}')
  const newest = (orderId: string) => state.ofOrder(orderId).at(-1)

  app.post('/dev/bank/scenario', (request, reply) => {
    const asked = z
      .object({ name: z.enum(scenarios), orderId: z.string().optional() })
      .safeParse(json(request))
    if (!asked.success) return reply.status(400).send({ scenarios })
    state.setScenario(asked.data.name, asked.data.orderId)
    return { name: asked.data.name }
  })

  /** The number of charges for an order, and their sum in kuruş. */
  app.get('/dev/bank/charges', (request, reply) => {
    const asked = ofOrder.safeParse(request.query)
    if (!asked.success) return reply.status(400).send({ needs: 'orderId' })
    const charged = state.ofOrder(asked.data.orderId).filter((one) => one.charges > 0)
    const returned = charged.reduce(
      (sum, one) =>
        sum +
        (one.cancelledBy === null
          ? one.refunds.reduce((all, refund) => all + refund.kurus, 0)
          : one.paidKurus),
      0,
    )
    return {
      count: charged.reduce((sum, one) => sum + one.charges, 0),
      total: charged.reduce((sum, one) => sum + one.charges * one.paidKurus, 0),
      returned,
    }
  })

  /** Posts the callback of an order's newest payment again. */
  app.post('/dev/bank/callback', async (request, reply) => {
    const asked = ofOrder.safeParse(json(request))
    const one = asked.data && newest(asked.data.orderId)
    return one === undefined ? reply.status(404).send({}) : postCallback(one)
  })

  /** Sends the message about an order's newest payment. */
  app.post('/dev/bank/webhook', async (request, reply) => {
    const asked = ofOrder.extend({ url: z.url().optional() }).safeParse(json(request))
    const one = asked.data && newest(asked.data.orderId)
    return one === undefined ? reply.status(404).send({}) : { status: await notify(one, asked.data?.url) }
  })

  /** Ends a review: 1 accepts the payment, −1 refuses it. */
  app.post('/dev/bank/review', (request, reply) => {
    const asked = ofOrder
      .extend({ fraudStatus: z.union([z.literal(1), z.literal(-1)]) })
      .safeParse(json(request))
    const one = asked.data && newest(asked.data.orderId)
    if (asked.data === undefined || one === undefined) return reply.status(404).send({})
    one.fraudStatus = asked.data.fraudStatus
    if (one.fraudStatus === -1) one.charges = 0
    state.save()
    return { fraudStatus: one.fraudStatus }
  })
}
