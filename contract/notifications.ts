import { z } from 'zod'
import { clientId } from './clients.ts'
import { id } from './fields.ts'
import { call } from './kit.ts'

/**
 * Mails to a client's managers that each of them chooses: finished tests, quota that runs low, requests about personal data
 * that are due, and bank transfers that are overdue.
 */
export const notification = z.enum(['finished', 'quota', 'requests', 'transfers'])
export type Notification = z.infer<typeof notification>

/** The pace of mails about finished tests: `each` mails at most every 15 minutes, `daily` at 08:00 of the client, `weekly` on Mondays. */
export const finishedPace = z.enum(['off', 'each', 'daily', 'weekly'])
export type FinishedPace = z.infer<typeof finishedPace>

/** Minutes between two mails about finished tests to one manager. */
export const minutesBetweenMails = 15

/** The highest number of units at which quota can count as low. */
export const maxLowQuota = 100_000

const lowQuota = z.number().int().min(0).max(maxLowQuota)

const choices = {
  finished: finishedPace,
  quota: z.boolean(),
  requests: z.boolean(),
  transfers: z.boolean(),
}

export const notificationSettings = z.object({
  ...choices,
  /** True for a manager of the client; admins get none of these mails. */
  receives: z.boolean(),
  /** The address of the mails; null while it is not confirmed. */
  address: z.string().nullable(),
  timeZone: z.string(),
  /** The tests that are not sensitive. */
  quotaAt: z.array(
    z.object({
      inventory: z.object({ id, code: z.string(), name: z.string() }),
      /** A mail comes once this many units or fewer are left; null: a fifth of all that was bought. */
      units: lowQuota.nullable(),
      /** The units that were ever bought: a number must be below, or quota would be low from the start and no mail would come. */
      bought: z.number().int(),
    }),
  ),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

export const getNotifications = call({
  name: 'getNotifications',
  method: 'GET',
  path: '/clients/:clientId/notifications/',
  tag: 'Notifications',
  summary: 'The mails about a client that the caller has chosen',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: notificationSettings },
  errors: ['not_found'],
})

export const setNotifications = call({
  name: 'setNotifications',
  method: 'PUT',
  path: '/clients/:clientId/notifications/',
  tag: 'Notifications',
  summary: 'Choose the mails about a client, for the caller alone; what is left out stays as it is',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: z.strictObject({
    finished: choices.finished.optional(),
    quota: choices.quota.optional(),
    requests: choices.requests.optional(),
    transfers: choices.transfers.optional(),
    quotaAt: z
      .array(z.strictObject({ inventoryId: id, units: lowQuota.nullable() }))
      .max(200)
      .optional(),
  }),
  answer: { status: 200, json: notificationSettings },
  errors: ['not_found', 'not_a_manager'],
})

const link = z.strictObject({ token: z.string().max(200) })

export const openUnsubscribe = call({
  name: 'openUnsubscribe',
  method: 'POST',
  path: '/notifications/link/',
  tag: 'Notifications',
  summary: 'Which mails the link at the end of a mail stops. Changes nothing',
  access: 'guest',
  body: link,
  answer: {
    status: 200,
    json: z.object({ notification, client: z.string(), active: z.boolean() }),
  },
  errors: ['unsubscribe_invalid'],
})

export const unsubscribe = call({
  name: 'unsubscribe',
  method: 'POST',
  path: '/notifications/stop/',
  tag: 'Notifications',
  summary: 'Stop the mails of such a link; repeating the call changes nothing',
  access: 'guest',
  body: link,
  answer: { status: 204 },
  errors: ['unsubscribe_invalid'],
})
