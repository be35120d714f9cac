import { z } from 'zod'
import { clientId } from './clients.ts'
import { day, id, line, listQuery, moment, page } from './fields.ts'
import { call } from './kit.ts'

const inventory = z.object({
  id,
  code: z.string(),
  name: z.string(),
  /** The units of it that the client has left now. */
  availableQuantity: z.number().int(),
})

export const quotaAddition = z.object({
  id,
  inventory,
  quantity: z.number().int(),
  /** The units that the client had left after it; null where an earlier version did not note it. */
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
   * The giver's words for an addition; the order’s number for a purchase and a refund; the registration’s name for a
   * reservation and a release; a code otherwise. A return has `cancelled`, `removed`, `not_taken`, `past_due` or
   * `replaced`. An assignment has `extended` when an expired one was opened again, `replaced` where it took the place of
   * another person’s, and nothing otherwise.
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

/** The filters of the ledger, in a list and in an export. */
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
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: listQuery(['dateAdded', 'quantity']).extend(filters),
  answer: { status: 200, json: page(quotaAddition) },
  errors: ['not_found'],
})

/**
 * The changes that one command made to the units of one inventory, however many entries that took: a list of 120 people
 * is one movement of −120. Its id is that of the entry that opens it; an assignment is named where it has one entry
 * alone.
 */
export const quotaMovement = ledgerEntry.extend({
  /** The number of its entries: one for each person in assignments and returns, one for an addition. */
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
  readers: 'refused',
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
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: listQuery(['dateAdded']).extend({ ...filters, kind: entryKind.optional(), movement: id.optional() }),
  answer: { status: 200, json: page(ledgerEntry) },
  errors: ['not_found'],
})
