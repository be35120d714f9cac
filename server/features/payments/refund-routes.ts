import type { FastifyInstance } from 'fastify'
import { settleRefund as settleCall } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeOrder } from '#server/features/orders/access.ts'
import { orderObject, readerOf } from '#server/features/orders/order-object.ts'
import { route } from '#server/http/route.ts'
import { settleRefund } from './refund.ts'

export function refundRoutes(app: FastifyInstance, { db, http, config }: Deps): void {
  route(app, http, settleCall, {
    load: ({ params, caller }) => authorizeOrder(db, caller, params.orderId),
    handle: async (input) => {
      const { subject, params, body, caller, request } = input
      const by = { userId: caller.userId, address: request.ip }
      await settleRefund(db, subject, params.refundId, by, body)
      return orderObject(db, subject, readerOf(input, config.sales))
    },
  })
}
