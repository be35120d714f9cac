import { z } from 'zod'
import { assignment } from './assignments.ts'
import { clientId } from './clients.ts'
import { day, id, moment } from './fields.ts'
import { call } from './kit.ts'
import { quota } from './quotas.ts'

const count = z.number().int()
const inventory = z.object({ id, code: z.string(), name: z.string() })

/** `started` are those of the pending that somebody has begun. */
const counts = z.object({
  assigned: count,
  pending: count,
  started: count,
  completed: count,
  expired: count,
  cancelled: count,
})

export const clientDashboard = z.object({
  /** Today in the client's time zone, by which all days here go. */
  today: day,
  counts,
  people: z.object({ total: count, candidates: count, employees: count }),
  lastAssignment: assignment.nullable(),
  /** `daysLeft` is how long the quota lasts at the pace of the last 30 days; null where nothing was assigned. */
  quotas: z.array(quota.extend({ daysLeft: count.nullable() })),
  /** The inventories that this client has assigned, the most assigned first. */
  byInventory: z.array(
    z.object({
      inventory,
      assigned: count,
      notStarted: count,
      started: count,
      completed: count,
      expired: count,
      cancelled: count,
    }),
  ),
  /** The last 30 days, today included, the oldest first. */
  series: z.array(z.object({ day, assigned: count, completed: count })),
  /** Pending assignments: how many, and those that are due first. */
  unfinished: z.object({ count, first: z.array(assignment) }),
  /** Pending assignments due today or on one of the six days after it. */
  dueWithin7Days: z.object({ count, days: z.array(z.object({ day, count })) }),
  /** The assignments that were completed last, the newest first. */
  recentResults: z.array(assignment),
})
export type ClientDashboard = z.infer<typeof clientDashboard>

export const getClientDashboard = call({
  name: 'getClientDashboard',
  method: 'GET',
  path: '/clients/:clientId/dashboard/',
  tag: 'Dashboards',
  summary: 'What a manager looks at first: counts, who has not finished, what is due, quota, recent results',
  access: 'manager',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: clientDashboard },
  errors: ['not_found'],
})

export const adminDashboard = z.object({
  today: day,
  clients: z.object({ total: count, active: count, pending: count, suspended: count }),
  counts,
  /** The last 30 days, today included, the oldest first; each client's days are those of its own zone. */
  series: z.array(z.object({ day, assigned: count, completed: count, expired: count, cancelled: count })),
  /** Active clients of whose quota of an inventory a fifth or less is left. */
  lowQuotas: z.object({
    count,
    first: z.array(
      z.object({
        client: z.object({ id, name: z.string() }),
        inventory,
        availableQuantity: count,
        reserved: count,
        purchased: count,
      }),
    ),
  }),
  waiting: z.object({
    /** Clients that have applied and wait to be activated. */
    clients: z.object({
      count,
      first: z.array(z.object({ id, name: z.string(), timeZone: z.string(), createdAt: moment })),
    }),
    /** Mails that were tried until the end of their tries, and other work that was. */
    failedMails: count,
    failedJobs: count,
  }),
})
export type AdminDashboard = z.infer<typeof adminDashboard>

export const getAdminDashboard = call({
  name: 'getAdminDashboard',
  method: 'GET',
  path: '/admin/dashboard/',
  tag: 'Dashboards',
  summary: 'What an operator looks at first: clients, tests over time, low quota, pending work',
  access: 'admin',
  answer: { status: 200, json: adminDashboard },
  errors: [],
})
