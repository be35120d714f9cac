import { z } from 'zod'
import { clientId } from './clients.ts'
import { day, id, line, listQuery, moment, page } from './fields.ts'
import { call } from './kit.ts'

const inventory = z.object({
  id,
  code: z.string(),
  name: z.string(),
  /** What the client has left of it now. */
  availableQuantity: z.number().int(),
})

export const quotaAddition = z.object({
  id,
  inventory,
  quantity: z.number().int(),
  /** What the client had left of the inventory after it; null where an earlier version did not note it. */
  balance: z.number().int().nullable(),
  reason: z.string(),
  addedBy: z.string(),
  dateAdded: moment,
})
export type QuotaAddition = z.infer<typeof quotaAddition>

/**
 * `addition` is what an admin gives and `purchase` what an order bought, `assignment` takes one unit, `return` gives one
 * back, `refund` takes back what was bought. `reservation` takes units for the places of a registration, one entry each,
 * which name their assignment once somebody has the place; `release` gives back what was not needed.
 */
export const entryKind = z.enum([
  'addition',
  'assignment',
  'return',
  'purchase',
  'refund',
  'reservation',
  'release',
])

/** One signed movement. The quantities of an inventory add up to what the client has left of it. */
export const ledgerEntry = quotaAddition.extend({
  kind: entryKind,
  /**
   * Of an addition what its giver wrote; of a purchase and a refund the order’s number; of a reservation and a release the
   * registration’s name; else a code. Of a return why: `cancelled`, `removed`, `not_taken`, `past_due` or
   * `replaced`. Of an assignment `extended` when an expired one was opened again, `replaced` where it took the place of another
   * person’s, and empty otherwise.
   */
  reason: z.string(),
  /** Empty where the clock did it. */
  addedBy: z.string(),
  assignment: z
    .object({
      id,
      userId: id,
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      staffNumber: z.string(),
    })
    .nullable(),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

const filters = { inventory: id.optional(), from: day.optional(), to: day.optional() }

/** What the ledger is narrowed to, in a list and in an export. */
export const ledgerFilters = z.strictObject({
  ...filters,
  kind: entryKind.optional(),
  search: line(100, 0).optional(),
})

export const listQuotaAdditions = call({
  name: 'listQuotaAdditions',
  method: 'GET',
  path: '/clients/:clientId/quota_additions/',
  tag: 'Quota',
  summary: 'Who gave a client how much quota, when and why; `search` looks at the reason',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: listQuery(['dateAdded', 'quantity']).extend(filters),
  answer: { status: 200, json: page(quotaAddition) },
  errors: ['not_found'],
})

/**
 * What one command did to the units of one inventory, however many entries that took: a list of 120 people is one
 * movement of −120. Its id is that of the entry that opens it; an assignment is named where it has one entry alone.
 */
export const quotaMovement = ledgerEntry.extend({
  /** How many entries it has: of assignments and returns as many as people, of an addition one. */
  units: z.number().int(),
})
export type QuotaMovement = z.infer<typeof quotaMovement>

export const listQuotaMovements = call({
  name: 'listQuotaMovements',
  method: 'GET',
  path: '/clients/:clientId/quota_movements/',
  tag: 'Quota',
  summary:
    'The ledger of a client by action: everything that one command used, added or returned of an inventory as one line; `search` finds them by person or reason',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: listQuery(['dateAdded']).extend({ ...filters, kind: entryKind.optional() }),
  answer: { status: 200, json: page(quotaMovement) },
  errors: ['not_found'],
})

export const listQuotaEntries = call({
  name: 'listQuotaEntries',
  method: 'GET',
  path: '/clients/:clientId/quota_entries/',
  tag: 'Quota',
  summary:
    'The whole ledger of a client, unit by unit; `movement` narrows it to what one command did; `search` looks at the person and the reason',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: listQuery(['dateAdded']).extend({ ...filters, kind: entryKind.optional(), movement: id.optional() }),
  answer: { status: 200, json: page(ledgerEntry) },
  errors: ['not_found'],
})
