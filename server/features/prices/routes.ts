import type { FastifyInstance } from 'fastify'
import {
  addClientPrice,
  endClientPrice,
  listClientPrices,
  removeClientPrice,
} from '#contract/client-prices.ts'
import { addTaxRate, listTaxRates, removeTaxRate } from '#contract/tax-rates.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { pageOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import {
  agreePrice,
  authorizePrice,
  clientPriceObject,
  clientPrices,
  endPrice,
  removePrice,
} from './client-prices.ts'
import { addRate, removeRate, taxRateFrom, taxRates } from './tax-rates.ts'

export function priceRoutes(app: FastifyInstance, { db, http }: Deps): void {
  route(app, http, listTaxRates, { handle: () => taxRates(db) })

  route(app, http, addTaxRate, {
    handle: async ({ body, caller, request }) => {
      await addRate(db, { userId: caller.userId, address: request.ip }, body)
      return taxRateFrom(db, body.validFrom)
    },
  })

  route(app, http, removeTaxRate, {
    load: ({ params }) => taxRateFrom(db, params.validFrom),
    handle: async ({ subject, caller, request }) => {
      await removeRate(db, { userId: caller.userId, address: request.ip }, subject)
      return undefined
    },
  })

  type OfClient = { params: { clientId: string }; caller: Caller }
  type OfPrice = { params: { clientId: string; priceId: string }; caller: Caller }
  const loadClient = ({ params, caller }: OfClient) => authorizeClient(db, caller, params.clientId)
  const loadPrice = ({ params, caller }: OfPrice) => authorizePrice(db, caller, params)

  route(app, http, listClientPrices, {
    load: loadClient,
    handle: async ({ subject, query, locale, request }) =>
      pageOf(request, query, await clientPrices(db, subject, query, locale)),
  })

  route(app, http, addClientPrice, {
    load: loadClient,
    handle: async ({ subject, body, caller, locale, request }) => {
      const by = { userId: caller.userId, address: request.ip, locale }
      return clientPriceObject(db, await agreePrice(db, subject, by, body), locale)
    },
  })

  route(app, http, endClientPrice, {
    load: loadPrice,
    handle: async ({ subject, body, caller, locale, request }) => {
      await endPrice(db, subject, { userId: caller.userId, address: request.ip, locale }, body.validUntil)
      return clientPriceObject(db, subject, locale)
    },
  })

  route(app, http, removeClientPrice, {
    load: loadPrice,
    handle: async ({ subject, caller, locale, request }) => {
      await removePrice(db, subject, { userId: caller.userId, address: request.ip, locale })
      return undefined
    },
  })
}
