import { z } from 'zod'
import { clientId } from './clients.ts'
import { id, moment, paragraph } from './fields.ts'
import { call } from './kit.ts'

/**
 * An inventory's status for one client. A sensitive one is closed until somebody opens it; of another one with
 * sensitive scales only these are closed: it can be assigned, and its reports are without them.
 */
export const clientInventory = z.object({
  inventory: z.object({ id, code: z.string(), name: z.string() }),
  sensitive: z.boolean(),
  /** Names of the scales that only the named recipients see. */
  sensitiveScales: z.array(z.string()),
  enabled: z.boolean(),
  legalBasis: z.string().nullable(),
  /** The purpose of a sensitive inventory; empty where it was opened before that was asked. */
  purpose: z.string(),
  /** A sensitive inventory is for employees, unless an admin has confirmed the risk of giving it to candidates. */
  forCandidates: z.boolean(),
  enabledAt: moment.nullable(),
  enabledBy: z.string().nullable(),
  /** The people who may read its reports or its sensitive scales; every manager may read everything else. */
  recipients: z.array(z.object({ userId: id, name: z.string(), email: z.string() })),
  /** The reader who sees flags and hears of them; without a clinician there are none. */
  clinicianId: id.nullable(),
  /** The number of people who have a sensitive inventory under way: their tests end when it is closed to them. */
  running: z.object({ people: z.number().int(), candidates: z.number().int() }),
})
export type ClientInventory = z.infer<typeof clientInventory>

const params = clientId.extend({ inventoryId: id })

export const listClientInventories = call({
  name: 'listClientInventories',
  method: 'GET',
  path: '/clients/:clientId/inventories/',
  tag: 'Inventories',
  summary: 'Which inventories are open to a client, on which legal basis, and who reads the sensitive ones',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: z.array(clientInventory) },
  errors: ['not_found'],
})

export const enableInventory = call({
  name: 'enableInventory',
  method: 'PUT',
  path: '/clients/:clientId/inventories/:inventoryId/',
  tag: 'Inventories',
  summary:
    'Open a sensitive inventory, or the sensitive scales of another one, to a client, with its legal basis and the managers who read them',
  access: 'admin',
  subject: 'clientInventory',
  params,
  body: z.strictObject({
    legalBasis: paragraph(2000, 3),
    recipientIds: z.array(id).min(1).max(50),
    /** Required for a wholly sensitive inventory. */
    purpose: paragraph(2000, 3).optional(),
    /** Opens it to candidates too. */
    forCandidates: z.boolean().optional(),
    /** Confirms that the caller knows the legal risk of opening it to candidates. */
    candidatesConfirmed: z.literal(true).optional(),
    /** One of the readers, of a wholly sensitive inventory; nobody without it. */
    clinicianId: id.nullable().optional(),
  }),
  answer: { status: 200, json: clientInventory },
  errors: ['not_found', 'inventory_not_sensitive', 'candidates_not_confirmed'],
})

export const disableInventory = call({
  name: 'disableInventory',
  method: 'DELETE',
  path: '/clients/:clientId/inventories/:inventoryId/',
  tag: 'Inventories',
  summary: 'Close a sensitive inventory to a client; nobody reads its reports until it is open again',
  access: 'admin',
  subject: 'clientInventory',
  params,
  answer: { status: 204 },
  errors: ['not_found'],
})
