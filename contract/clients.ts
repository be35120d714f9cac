import { z } from 'zod'
import { email, id, line, listQuery, moment, page, personName, phone, timeZone } from './fields.ts'
import { call } from './kit.ts'

export const clientId = z.object({ clientId: id })

/** The most days that may be preselected for a due date. */
export const maxDueDays = 365

export const clientStatus = z.enum(['pending', 'active', 'suspended'])

/** A manager's access: everything, or reading results of all people or of the people of some groups. */
export const managerAccess = z.enum(['full', 'reader'])

/**
 * An organisation. `quota` is the number of assignments it may still create, over all inventories; `people` counts those
 * who belong to it now. Readers get no quota, and count the people they may see.
 */
export const client = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  managerName: z.string(),
  managerEmail: z.string(),
  /** True when the manager has confirmed the address: worth a look before a client is activated. */
  managerEmailVerified: z.boolean(),
  managerPhone: z.string(),
  quota: z.number().int(),
  people: z.object({
    managers: z.number().int(),
    candidates: z.number().int(),
    employees: z.number().int(),
  }),
  role: z.enum(['manager', 'admin', 'superuser']),
  /** The caller's own access; `full` for admins. */
  access: managerAccess,
  /** The groups whose people the caller sees as a reader; null for all people. */
  groups: z.array(z.string()).nullable(),
  status: clientStatus,
  timeZone: z.string(),
  /** The numbers of days before a test is due on which its person gets a reminder; empty for no reminders. */
  reminderDays: z.array(z.number().int()),
  /** Screens preselect the due date this many days after today; a call without `dueDate` sets none. */
  defaultDueDays: z.number().int(),
  /** True when copies of a report that leave the organisation say that it was taken with adjusted time. */
  reportsShowAdjustedTime: z.boolean(),
  /** The contact for people after a test about health, in the client's words; empty: nobody is named. */
  supportContact: z.string(),
  /** False where only admins invite managers. */
  managersInvite: z.boolean(),
  createdAt: moment,
})
export type Client = z.infer<typeof client>

/** A client's own details; set when it is created or applied for, and changed later. */
export const clientFields = z.strictObject({
  name: line(200, 2),
  email,
  phone,
  supportContact: line(200, 0).optional(),
})

export const listClients = call({
  name: 'listClients',
  method: 'GET',
  path: '/clients/',
  tag: 'Clients',
  summary: 'The clients this person may work for; all of them for an admin',
  access: 'manager',
  query: listQuery(['name', 'createdAt']).extend({ status: clientStatus.optional() }),
  answer: { status: 200, json: page(client) },
  errors: [],
})

export const createClient = call({
  name: 'createClient',
  method: 'POST',
  path: '/clients/',
  tag: 'Clients',
  summary: 'Open a client and invite its first manager',
  access: 'admin',
  body: clientFields.extend({
    managerName: personName,
    managerEmail: email,
    managerPhone: phone,
  }),
  answer: { status: 201, json: client },
  errors: ['idempotency_key_reused'],
})

export const getClient = call({
  name: 'getClient',
  method: 'GET',
  path: '/clients/:clientId/',
  tag: 'Clients',
  summary: 'One client',
  access: 'manager',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: client },
  errors: ['not_found'],
})

export const updateClient = call({
  name: 'updateClient',
  method: 'PUT',
  path: '/clients/:clientId/',
  tag: 'Clients',
  summary: 'Change a client; omitted fields stay as they are',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: clientFields.partial().extend({
    /** Admins only. A client is never sent back to `pending`. */
    status: z.enum(['active', 'suspended']).optional(),
    /** Why a client is suspended, for the record; without a change of the status it is ignored. */
    reason: line(500, 0).optional(),
    /** Admins only. */
    timeZone: timeZone.optional(),
    reminderDays: z
      .array(z.literal([3, 1]))
      .max(2)
      .optional(),
    defaultDueDays: z.number().int().min(1).max(maxDueDays).optional(),
    reportsShowAdjustedTime: z.boolean().optional(),
    /** Admins only: whether the client's managers may invite colleagues. */
    managersInvite: z.boolean().optional(),
  }),
  answer: { status: 200, json: client },
  errors: ['not_found'],
})
