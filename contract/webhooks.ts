import { z } from 'zod'
import { clientId } from './clients.ts'
import { id, line, listQuery, moment, page } from './fields.ts'
import { call } from './kit.ts'

/** Webhooks of one client. */
export const maxWebhooks = 10

/** Days for which deliveries are listed and can be sent again. */
export const deliveryDays = 30

/** The tries of one delivery, spread over two days. */
export const maxTries = 16

/** Hours for which the secret before the newest one signs as well. */
export const oldSecretHours = 24

/** The events that a client's other systems can get. Tests that are sensitive as a whole have no events of assignments. */
export const webhookEvent = z.enum([
  'assignment.invited',
  'assignment.started',
  'assignment.completed',
  'assignment.expired',
  'assignment.cancelled',
  'result.ready',
  'person.erased',
  'order.paid',
])
export type WebhookEvent = z.infer<typeof webhookEvent>

/** Why a webhook is off: a manager's choice, the receiver's answer 410, or five days without a success. */
export const webhookOffReason = z.enum(['manager', 'gone', 'failing'])
export type WebhookOffReason = z.infer<typeof webhookOffReason>

/**
 * Why the last try failed: the name leads nowhere or to an address that is not public; no or no full answer; a certificate that
 * does not hold; a redirect, 410 or another status; or the webhook is off.
 */
export const webhookProblem = z.enum([
  'unknown_name',
  'not_public',
  'time_out',
  'no_connection',
  'certificate',
  'redirect',
  'gone',
  'status',
  'off',
])
export type WebhookProblem = z.infer<typeof webhookProblem>

/** The body of every delivery: ids and no names. */
export const webhookMessage = z.object({
  type: z.union([webhookEvent, z.literal('test')]),
  timestamp: moment,
  data: z.object({
    clientId: id,
    /** Events `assignment.…` and `result.ready` have it. */
    assignmentId: id.optional(),
    /** The person. These events and `person.erased` have it. */
    membershipId: id.optional(),
    /** The event `order.paid` has it. */
    orderId: id.optional(),
  }),
})
export type WebhookMessage = z.infer<typeof webhookMessage>

const delivery = z.object({
  id,
  event: webhookMessage.shape.type,
  createdAt: moment,
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** All tries, also those before "send again". */
  tries: z.number().int(),
  /** The status of the last answer; null without one, and until the first try after "send again". */
  statusCode: z.number().int().nullable(),
  problem: webhookProblem.nullable(),
  /** Milliseconds of the last try. */
  tookMs: z.number().int().nullable(),
  triedAt: moment.nullable(),
  nextTryAt: moment.nullable(),
})
export type WebhookDelivery = z.infer<typeof delivery>

export const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(webhookEvent),
  createdAt: moment,
  /** Null for one that is on. */
  off: z.object({ at: moment, reason: webhookOffReason }).nullable(),
  succeededAt: moment.nullable(),
  /** The first failure since the last success; later by all the time in which there was nothing to send. */
  failingSince: moment.nullable(),
  /** The newest of those that were tried. */
  last: delivery
    .pick({ event: true, state: true, statusCode: true, problem: true, triedAt: true })
    .nullable(),
  /** The end of the old secret after a renewal. */
  oldSecretUntil: moment.nullable(),
})
export type Webhook = z.infer<typeof webhook>

const url = line(1000)
const events = z.array(webhookEvent).min(1).max(webhookEvent.options.length)

/** `whsec_` and 32 random bytes in base64, as Standard Webhooks writes secrets. */
const secret = z.string()

export const listWebhooks = call({
  name: 'listWebhooks',
  method: 'GET',
  path: '/clients/:clientId/webhooks/',
  tag: 'Webhooks',
  summary: 'The webhooks of a client, the newest first',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: listQuery(['createdAt']),
  answer: { status: 200, json: page(webhook) },
  errors: ['not_found'],
})

export const createWebhook = call({
  name: 'createWebhook',
  method: 'POST',
  path: '/clients/:clientId/webhooks/',
  tag: 'Webhooks',
  summary:
    'Add an address that learns of events, signed as Standard Webhooks. It begins with https and is public. The answer has the secret, which is shown only here',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: z.strictObject({ url, events }),
  answer: { status: 201, json: z.object({ id, secret }) },
  errors: ['not_found', 'too_many_webhooks'],
})

const webhookId = clientId.extend({ webhookId: id })

export const changeWebhook = call({
  name: 'changeWebhook',
  method: 'PUT',
  path: '/clients/:clientId/webhooks/:webhookId/',
  tag: 'Webhooks',
  summary:
    'Change the address or the events of a webhook, or switch it off and on; what is left out stays. While it is off, nothing is kept for it',
  access: 'manager',
  subject: 'webhook',
  params: webhookId,
  body: z.strictObject({ url: url.optional(), events: events.optional(), on: z.boolean().optional() }),
  answer: { status: 200, json: webhook },
  errors: ['not_found'],
})

export const deleteWebhook = call({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/clients/:clientId/webhooks/:webhookId/',
  tag: 'Webhooks',
  summary: 'Delete a webhook with its deliveries',
  access: 'manager',
  subject: 'webhook',
  params: webhookId,
  answer: { status: 204 },
  errors: ['not_found'],
})

export const testWebhook = call({
  name: 'testWebhook',
  method: 'POST',
  path: '/clients/:clientId/webhooks/:webhookId/test/',
  tag: 'Webhooks',
  summary: 'Send an event of type `test`, once. The answer has the id of the delivery',
  access: 'manager',
  subject: 'webhook',
  pace: 'webhooks',
  params: webhookId,
  answer: { status: 202, json: z.object({ id }) },
  errors: ['not_found', 'webhook_is_off'],
})

export const renewWebhookSecret = call({
  name: 'renewWebhookSecret',
  method: 'POST',
  path: '/clients/:clientId/webhooks/:webhookId/secret/',
  tag: 'Webhooks',
  summary:
    'Make a new secret, which is shown only here. For 24 hours deliveries have two signatures, by the new and the old one',
  access: 'manager',
  subject: 'webhook',
  params: webhookId,
  answer: { status: 200, json: z.object({ secret, oldSecretUntil: moment }) },
  errors: ['not_found'],
})

export const listWebhookDeliveries = call({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/clients/:clientId/webhooks/:webhookId/deliveries/',
  tag: 'Webhooks',
  summary: 'What was sent to a webhook within 30 days, the newest first',
  access: 'manager',
  readers: 'refused',
  subject: 'webhook',
  params: webhookId,
  query: listQuery(['createdAt']).extend({ state: delivery.shape.state.optional() }),
  answer: { status: 200, json: page(delivery) },
  errors: ['not_found'],
})

export const resendWebhookDelivery = call({
  name: 'resendWebhookDelivery',
  method: 'POST',
  path: '/clients/:clientId/webhooks/:webhookId/deliveries/:deliveryId/resend/',
  tag: 'Webhooks',
  summary: 'Send a delivery again at once, with its id and body as before and as many tries as a new one',
  access: 'manager',
  subject: 'webhook',
  pace: 'webhooks',
  params: webhookId.extend({ deliveryId: id }),
  answer: { status: 202 },
  errors: ['not_found', 'webhook_is_off'],
})
