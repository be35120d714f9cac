import { z } from 'zod'
import { id } from './fields.ts'
import { call } from './kit.ts'
import { priceTier } from './prices.ts'

/** The code of a test, such as ENGLISH. */
export const inventoryCode = z.string().regex(/^[A-Z][A-Z0-9_]{1,31}$/, { error: 'format' })

/** A test type in its newest published version. `name` and `description` are in the caller's language. */
export const inventory = z.object({
  id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  minutes: z.number().int(),
  itemCount: z.number().int(),
  version: z.number().int(),
  sensitive: z.boolean(),
  /** The price of a unit by quantity, in kuruş without VAT; empty while it has no price. */
  priceTiers: z.array(priceTier),
})
export type Inventory = z.infer<typeof inventory>

/** The clients that may buy a test: all, none yet, or those with these ids. */
export const offeredTo = z.union([z.literal(['all', 'none']), z.array(id).min(1).max(1000)])
export type OfferedTo = z.infer<typeof offeredTo>

export const listInventories = call({
  name: 'listInventories',
  method: 'GET',
  path: '/inventories/',
  tag: 'Inventories',
  summary: 'The published inventories; for a manager those that their clients are offered, or were given',
  access: 'manager',
  answer: { status: 200, json: z.array(inventory) },
  errors: [],
})

export const getInventory = call({
  name: 'getInventory',
  method: 'GET',
  path: '/inventories/:inventoryId/',
  tag: 'Inventories',
  summary: 'One inventory',
  access: 'manager',
  subject: 'inventory',
  params: z.object({ inventoryId: id }),
  answer: { status: 200, json: inventory },
  errors: ['not_found'],
})

export const setOffer = call({
  name: 'setOffer',
  method: 'PUT',
  path: '/inventories/:inventoryId/offer/',
  tag: 'Inventories',
  summary: 'Set which clients may buy an inventory; quota that a client has stays its own',
  access: 'admin',
  subject: 'inventory',
  params: z.object({ inventoryId: id }),
  body: z.strictObject({ offeredTo }),
  answer: { status: 200, json: z.object({ offeredTo }) },
  errors: ['not_found'],
})
