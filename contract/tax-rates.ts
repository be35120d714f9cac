import { z } from 'zod'
import { day } from './fields.ts'
import { call } from './kit.ts'

/** KDV in percent, with at most two decimals: 20 is 20 %. */
const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, { error: 'two_decimals' })
  .describe('KDV in percent, with at most two decimals')

/** A KDV rate. It is in force from the beginning of its day in Turkey until the next rate’s. */
export const taxRate = z.object({
  validFrom: day,
  rate: percent,
  state: z.enum(['past', 'current', 'upcoming']),
  /**
   * True when it can still be removed: it begins today or later, and no order was placed since it was entered for today.
   */
  canRemove: z.boolean(),
  /** Empty where it came with the product. */
  createdBy: z.string(),
})
export type TaxRate = z.infer<typeof taxRate>

export const listTaxRates = call({
  name: 'listTaxRates',
  method: 'GET',
  path: '/tax_rates/',
  tag: 'Prices',
  summary: 'All KDV rates in percent, the latest first; `current` is the one that an order placed now gets',
  access: 'admin',
  answer: { status: 200, json: z.array(taxRate) },
  errors: [],
})

export const addTaxRate = call({
  name: 'addTaxRate',
  method: 'POST',
  path: '/tax_rates/',
  tag: 'Prices',
  summary:
    'Enter a KDV rate from today or a later day on, by Turkey’s calendar; refused for a day that has one. Existing orders keep theirs',
  access: 'admin',
  body: z.strictObject({ validFrom: day, rate: percent }),
  answer: { status: 201, json: taxRate },
  errors: [],
})

export const removeTaxRate = call({
  name: 'removeTaxRate',
  method: 'DELETE',
  path: '/tax_rates/:validFrom/',
  tag: 'Prices',
  summary: 'Remove a KDV rate that no order can have: one that begins later, or today with no order since',
  access: 'admin',
  subject: 'taxRate',
  params: z.object({ validFrom: day }),
  answer: { status: 204 },
  errors: ['not_found', 'tax_rate_begun'],
})
