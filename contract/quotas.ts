import { z } from 'zod'
import { clientId } from './clients.ts'
import { id, line, moment } from './fields.ts'
import { call } from './kit.ts'

const inventoryRef = z.object({ id, code: z.string(), name: z.string() })

/** True when quota is running low: a fifth of all that was ever bought, or less, is left. */
export function isLow(quota: { available: number; purchased: number }): boolean {
  return quota.purchased > 0 && quota.available * 5 <= quota.purchased
}

/** The units that a client may still assign of one inventory. available = purchased − used − reserved, never below 0. */
export const quota = z.object({
  inventory: inventoryRef,
  availableQuantity: z.number().int(),
  used: z.number().int(),
  /** Units for places of registrations that nobody has taken yet. */
  reserved: z.number().int(),
  purchased: z.number().int(),
  /** True when this client may assign it at all: a sensitive inventory has to be enabled first. */
  enabled: z.boolean(),
  /** The number of questions that everybody gets. */
  itemCount: z.number().int(),
  /** The number of further questions for people who consent to the sensitive scales enabled here. */
  consentItemCount: z.number().int().optional(),
  low: z.boolean(),
})
export type Quota = z.infer<typeof quota>

export const listQuotas = call({
  name: 'listQuotas',
  method: 'GET',
  path: '/clients/:clientId/quotas/',
  tag: 'Quota',
  summary: 'Quota by inventory',
  access: 'manager',
  scope: 'status:read',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: z.array(quota) },
  errors: ['not_found'],
})

export const quotaEntry = z.object({
  id,
  inventory: inventoryRef,
  quantity: z.number().int(),
  reason: z.string(),
  addedBy: z.string(),
  dateAdded: moment,
})

export const addQuota = call({
  name: 'addQuota',
  method: 'POST',
  path: '/clients/:clientId/add_quota/',
  tag: 'Quota',
  summary: 'Give a client quota of an inventory',
  access: 'admin',
  subject: 'client',
  params: clientId,
  body: z.strictObject({
    inventoryId: id,
    quantity: z.number().int().min(1).max(100_000),
    reason: line(500, 0).optional(),
  }),
  answer: { status: 201, json: quotaEntry },
  errors: ['not_found', 'idempotency_key_reused'],
})
