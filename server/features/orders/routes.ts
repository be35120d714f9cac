import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isOperator } from '#contract/access.ts'
import {
  approveOrder as approveCall,
  cancelOrder as cancelCall,
  createOrder,
  getOrder,
  listAllOrders,
  listOrders,
} from '#contract/orders.ts'
import { getPriceList } from '#contract/price-list.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { authorizeOrder } from './access.ts'
import { approveOrder, cancelOrder } from './change.ts'
import { placeOrder } from './create.ts'
import { findOrders } from './list-queries.ts'
import { orderObject, orderRowObject, readerOf } from './order-object.ts'
import { methodsOf, priceListObject } from './prices.ts'

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http, config } = deps
  type OfClient = { params: { clientId: string }; caller: Caller }
  type OfOrder = { params: { orderId: string }; caller: Caller }
  const loadClient = ({ params, caller }: OfClient) => authorizeClient(db, caller, params.clientId)
  const loadOrder = ({ params, caller }: OfOrder) => authorizeOrder(db, caller, params.orderId)

  route(app, http, getPriceList, {
    load: loadClient,
    handle: ({ subject, locale }) => priceListObject(deps, subject, locale),
  })

  route(app, http, createOrder, {
    load: loadClient,
    handle: async (input) => {
      const { subject: client, body, caller, locale, request } = input
      if (!methodsOf(deps).includes(body.paymentMethod)) throw new Failure('payment_method_unavailable')
      const scope = { clientId: client.id, call: createOrder.name, userId: caller.userId }
      const by = { userId: caller.userId, address: request.ip, locale }
      const { id } = await db.transaction().execute((tx) =>
        once(
          tx,
          idempotencyOf(request, scope, body),
          () => placeOrder(tx, client, by, body),
          (stored) => z.object({ id: z.string() }).parse(stored),
        ),
      )
      return orderObject(db, { client, id }, readerOf(input, config.sales))
    },
  })

  route(app, http, listOrders, {
    load: loadClient,
    handle: async (input) => {
      const { subject, query, request } = input
      const reader = readerOf(input, config.sales)
      const found = await findOrders(
        db,
        { ...query, clientId: subject.id },
        query.ordering ?? '-created',
        sliceOf(query),
      )
      const rows = found.rows.map((row) => orderRowObject(row, reader))
      return pageOf(request, query, { count: found.count, rows })
    },
  })

  route(app, http, listAllOrders, {
    handle: async (input) => {
      const { query, request } = input
      const reader = readerOf(input, config.sales)
      const found = await findOrders(
        db,
        { ...query, clientId: null },
        query.ordering ?? '-created',
        sliceOf(query),
      )
      const rows = found.rows.map((row) => orderRowObject(row, reader))
      return pageOf(request, query, { count: found.count, rows })
    },
  })

  route(app, http, getOrder, {
    load: loadOrder,
    handle: (input) => orderObject(db, input.subject, readerOf(input, config.sales)),
  })

  route(app, http, cancelCall, {
    load: loadOrder,
    handle: async (input) => {
      const { subject, caller, request } = input
      const by = { userId: caller.userId, address: request.ip, operator: isOperator(caller) }
      await cancelOrder(db, subject, by)
      return orderObject(db, subject, readerOf(input, config.sales))
    },
  })

  route(app, http, approveCall, {
    load: loadOrder,
    handle: async (input) => {
      const { subject, caller, body, request } = input
      if (config.sales === undefined) throw new Failure('payment_method_unavailable')
      const by = { userId: caller.userId, address: request.ip, operator: true }
      await approveOrder(db, subject, by, body, config.sales)
      return orderObject(db, subject, readerOf(input, config.sales))
    },
  })
}
