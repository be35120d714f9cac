import { z } from 'zod'
import { clientId } from './clients.ts'
import { day, id } from './fields.ts'
import { call } from './kit.ts'
import { paymentMethod } from './orders.ts'
import { priceTier } from './prices.ts'

/** The tests that a client can buy, their prices, and the ways to pay. */
export const priceList = z.object({
  /** KDV in percent, today. */
  taxRate: z.number(),
  methods: z.array(paymentMethod),
  termsVersion: z.string(),
  /** The seller, as the terms of sale and the invoice name it; null where nothing is sold. */
  seller: z
    .object({
      title: z.string(),
      address: z.string(),
      district: z.string(),
      city: z.string(),
      taxOffice: z.string(),
      taxNumber: z.string(),
      registry: z.string(),
      email: z.string(),
      phone: z.string(),
    })
    .nullable(),
  tests: z.array(
    z.object({
      inventory: z.object({ id, code: z.string(), name: z.string() }),
      availableQuantity: z.number().int(),
      /** Units assigned in the last 30 days. */
      assignedInThirtyDays: z.number().int(),
      /** Empty where it has no price. Amounts are kuruş without KDV. */
      tiers: z.array(priceTier),
      /** Prices agreed with this client, with their last day, null while no end is set. null for list prices. */
      agreed: z.object({ until: day.nullable() }).nullable(),
    }),
  ),
})
export type PriceList = z.infer<typeof priceList>

export const getPriceList = call({
  name: 'getPriceList',
  method: 'GET',
  path: '/clients/:clientId/price_list/',
  tag: 'Orders',
  summary: 'The tests a client may buy, what is left of each, and their prices in kuruş without KDV',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: priceList },
  errors: ['not_found'],
})
