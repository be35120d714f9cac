import { z } from 'zod'
import { id } from './fields.ts'
import { call } from './kit.ts'

/** The price of one unit from this quantity on, in kuruş without VAT. */
export const priceTier = z.strictObject({
  fromQuantity: z.number().int().min(1).max(1_000_000),
  unitPriceKurus: z.number().int().min(0).max(100_000_000),
})
export type PriceTier = z.infer<typeof priceTier>

const params = z.object({ inventoryId: id })

export const listPriceTiers = call({
  name: 'listPriceTiers',
  method: 'GET',
  path: '/inventories/:inventoryId/price_tiers/',
  tag: 'Inventories',
  summary: 'What a unit of an inventory costs, by quantity; empty while it has no price',
  access: 'manager',
  subject: 'inventory',
  params,
  answer: { status: 200, json: z.array(priceTier) },
  errors: ['not_found'],
})

export const setPriceTiers = call({
  name: 'setPriceTiers',
  method: 'PUT',
  path: '/inventories/:inventoryId/price_tiers/',
  tag: 'Inventories',
  summary:
    'Set the prices of an inventory: the first tier from 1 on, each next one from a larger quantity on',
  access: 'admin',
  subject: 'inventory',
  params,
  body: z.strictObject({ tiers: z.array(priceTier).max(20) }),
  answer: { status: 200, json: z.array(priceTier) },
  errors: ['not_found'],
})
