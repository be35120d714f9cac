import { z } from 'zod'
import { clientId } from './clients.ts'
import { day, id, listQuery, page } from './fields.ts'
import { call } from './kit.ts'
import { priceTier } from './prices.ts'

const state = z.enum(['current', 'upcoming', 'ended'])

/**
 * A client's own price for a test in place of the list price, from one day to another, both included. Days are Turkey’s.
 */
export const clientPrice = z.object({
  id,
  inventory: z.object({ id, code: z.string(), name: z.string() }),
  /** The first from quantity 1 on. Amounts are kuruş without KDV. */
  tiers: z.array(priceTier),
  /** The list price of today; empty where there is none. */
  listTiers: z.array(priceTier),
  validFrom: day,
  /** null: until it is ended. */
  validUntil: day.nullable(),
  state,
  createdBy: z.string(),
  canEnd: z.boolean(),
  canRemove: z.boolean(),
})
export type ClientPrice = z.infer<typeof clientPrice>

export const listClientPrices = call({
  name: 'listClientPrices',
  method: 'GET',
  path: '/clients/:clientId/prices/',
  tag: 'Prices',
  summary:
    'The prices agreed with one client, beside the list prices; `search` looks at the test’s name and code',
  access: 'admin',
  subject: 'client',
  params: clientId,
  query: listQuery(['validFrom']).extend({ state: state.optional() }),
  answer: { status: 200, json: page(clientPrice) },
  errors: ['not_found'],
})

/** An order at no price cannot be placed, so an agreed one is a kuruş at least. */
const agreedTier = priceTier.extend({ unitPriceKurus: z.number().int().min(1).max(100_000_000) })

export const addClientPrice = call({
  name: 'addClientPrice',
  method: 'POST',
  path: '/clients/:clientId/prices/',
  tag: 'Prices',
  summary:
    'Agree prices of a test with a client from today or a later day on; refused where a day already has agreed prices of that test',
  access: 'admin',
  subject: 'client',
  params: clientId,
  body: z.strictObject({
    inventoryId: id,
    /** The first from quantity 1 on, each next one from a larger quantity on. */
    tiers: z.array(agreedTier).min(1).max(20),
    validFrom: day,
    /** The last day. Left out: until it is ended. */
    validUntil: day.optional(),
  }),
  answer: { status: 201, json: clientPrice },
  errors: ['not_found'],
})

const params = clientId.extend({ priceId: id })

export const endClientPrice = call({
  name: 'endClientPrice',
  method: 'POST',
  path: '/clients/:clientId/prices/:priceId/end/',
  tag: 'Prices',
  summary: 'Set the last day of agreed prices in force: today, or a later day before the one they have',
  access: 'admin',
  subject: 'clientPrice',
  params,
  body: z.strictObject({
    /** Today where it is left out. */
    validUntil: day.optional(),
  }),
  answer: { status: 200, json: clientPrice },
  errors: ['not_found', 'client_price_not_current'],
})

export const removeClientPrice = call({
  name: 'removeClientPrice',
  method: 'DELETE',
  path: '/clients/:clientId/prices/:priceId/',
  tag: 'Prices',
  summary: 'Remove agreed prices that have not begun, or began today; orders keep what they were placed at',
  access: 'admin',
  subject: 'clientPrice',
  params,
  answer: { status: 204 },
  errors: ['not_found', 'client_price_begun'],
})
