import { z } from 'zod'
import { billing } from './billing.ts'
import { clientId } from './clients.ts'
import { day, id, line, listQuery, moment, page } from './fields.ts'
import { call } from './kit.ts'

/** An amount of money: whole kuruş, 100 of which are 1 TRY. */
export const kurus = z.number().int().describe('Integer kuruş (100 = 1 TRY)')

export const paymentMethod = z.enum(['credit_card', 'eft'])
export type PaymentMethod = z.infer<typeof paymentMethod>

export const orderStatus = z.enum(['pending', 'paid', 'approved', 'cancelled'])
export type OrderStatus = z.infer<typeof orderStatus>

/** The terms of sale in force. An order keeps the version its buyer accepted. */
export const salesTermsVersion = '2026-11'

/** The days for which a bank transfer is awaited, and those after which its buyer gets a reminder. */
export const transferDays = 14
export const transferReminderDays = [7, 12] as const

/** The most units of one test that an order has. */
export const maxOrdered = 100_000

export const orderLine = z.object({
  inventory: z.object({ id, code: z.string(), name: z.string() }),
  quantity: z.number().int(),
  pricePerUnit: kurus,
  netAmount: kurus,
  taxAmount: kurus,
  /** Units that a refund took back. */
  refundedQuantity: z.number().int(),
})

/** Details of the card from the bank; never a card number. */
export const cardInfo = z.object({
  lastFourDigits: z.string(),
  cardType: z.string(),
  cardFamily: z.string(),
  cardAssociation: z.string(),
  installment: z.number().int(),
})
export type CardInfo = z.infer<typeof cardInfo>

/** Why a card was declined, by what the buyer can do about it. */
export const declineReason = z.enum([
  'insufficient_funds',
  'card_details',
  'not_permitted',
  'lost_or_stolen',
  'suspected_fraud',
  'bank_declined',
  'not_authenticated',
  'abandoned',
  /** The payment could not begin: the provider did not answer, or refused what we sent. */
  'provider_unreachable',
  'general',
])
export type DeclineReason = z.infer<typeof declineReason>

/**
 * The progress of the newest card payment. `open`: the buyer is at the bank. `checking`: the bank has to be asked.
 * `held`: the provider looks into it. `mismatch`: the charge does not fit the order, and an admin looks into it. While
 * it is one of the last three the order can be neither paid again nor cancelled.
 */
export const paymentProgress = z.enum(['open', 'checking', 'held', 'mismatch', 'succeeded', 'failed'])

/** Events of an order. */
export const orderEventKind = z.enum([
  'created',
  'payment_started',
  'payment_declined',
  'payment_in_doubt',
  'payment_held',
  'payment_decided',
  'paid',
  'approved',
  'cancelled',
  'expired',
  'reminded',
  'invoiced',
  'amount_mismatch',
  'returned_to_card',
  'refund_requested',
  'refunded',
  'refunded_in_part',
  'refund_settled',
  'refund_failed',
])
export type OrderEventKind = z.infer<typeof orderEventKind>

const orderEvent = z.object({
  at: moment,
  what: orderEventKind,
  /** Empty where the server did it. */
  userName: z.string(),
  /** The reason of a decline. */
  reason: declineReason.nullable(),
})

const refund = z.object({
  id,
  state: z.enum(['requested', 'succeeded', 'failed', 'unknown']),
  /** The part of the order's amount that it takes back. */
  amount: kurus,
  /**
   * The amount that reaches the card or the account: with its part of an instalment surcharge, and never more than a
   * transfer brought.
   */
  returnedAmount: kurus,
  quantity: z.number().int(),
  reason: z.string(),
  createdAt: moment,
})

/** An order as a list shows it. Amounts are kuruş. */
export const orderRow = z.object({
  id,
  /** The same as `id`. */
  orderId: id,
  /** The number that people use, such as TRZ-2026-0148. */
  number: z.string(),
  client: z.object({ id, name: z.string() }),
  date: day,
  created: moment,
  updated: moment,
  createdBy: id,
  userName: z.string(),
  /** Units of all lines. */
  quantity: z.number().int(),
  /** Units credited by it so far, less those that a refund took back. */
  quota: z.number().int(),
  /** null where an order has several lines. */
  pricePerUnit: kurus.nullable(),
  netAmount: kurus,
  taxAmount: kurus,
  totalAmount: kurus,
  /** The amount that refunds take back, with those that are still under way. */
  refundedAmount: kurus,
  /** A refund is requested, or it is not known yet whether it went through. */
  refundInProgress: z.boolean(),
  /** KDV in percent. */
  taxRate: z.number(),
  paymentMethod,
  paymentStatus: orderStatus,
  /** A transfer that has not come in time. It may still come: only a person cancels it. */
  overdue: z.boolean(),
  /** The reason why an admin has to look at it; null for everybody else and where there is none. */
  attention: z.enum(['amount_mismatch', 'paid_twice', 'paid_after_cancel', 'held']).nullable(),
  lines: z.array(orderLine),
  cardInfo: cardInfo.nullable(),
  invoices: z.object({
    count: z.number().int(),
    list: z.array(z.object({ number: z.string(), date: day, total: kurus })),
  }),
  /** The details for paying by bank transfer. */
  eft: z
    .object({
      recipient: z.string(),
      iban: z.string(),
      reference: z.string(),
      amount: kurus,
      dueAt: moment,
    })
    .nullable(),
})
export type OrderRow = z.infer<typeof orderRow>

export const order = orderRow.extend({
  lines: z.array(
    orderLine.extend({
      /** The card's charge for it, or its share of the transfer; 0 until then. */
      receivedAmount: kurus,
    }),
  ),
  billing: z.object(billing.shape),
  termsVersion: z.string(),
  settledAt: moment.nullable(),
  cancelledAt: moment.nullable(),
  /** The newest card payment; null where there was none. */
  payment: z
    .object({ progress: paymentProgress, reason: declineReason.nullable(), updatedAt: moment })
    .nullable(),
  /** The bank transfer that paid it, as an admin recorded it. */
  transfer: z
    .object({
      amount: kurus,
      date: day,
      sender: z.string(),
      /** Why another amount than the order’s was accepted; for admins, empty for everybody else. */
      accepted: z.string(),
    })
    .nullable(),
  refunds: z.array(refund),
  events: z.array(orderEvent),
  canPay: z.boolean(),
  canCancel: z.boolean(),
  canRefund: z.boolean(),
  /** A payment is in doubt, under review or does not fit: an admin may say what the provider’s panel says. */
  canDecidePayment: z.boolean(),
})
export type Order = z.infer<typeof order>

export const orderId = z.object({ orderId: id })
const quantity = z.number().int().min(1).max(maxOrdered)

export const createOrder = call({
  name: 'createOrder',
  method: 'POST',
  path: '/clients/:clientId/orders/',
  tag: 'Orders',
  summary:
    'Order quota at today’s prices: `inventoryId` and `quantity` for one test, `lines` for several. Placing it accepts the terms of sale',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: z
    .strictObject({
      inventoryId: id.optional(),
      quantity: quantity.optional(),
      lines: z
        .array(z.strictObject({ inventoryId: id, quantity }))
        .min(1)
        .max(50)
        .optional(),
      paymentMethod,
      billing,
      /** The version that the buyer read; refused where another one is in force. */
      termsVersion: line(20).optional(),
      /** The total in kuruş that the buyer was shown; refused where today’s prices make it another one. */
      expectedTotal: kurus.optional(),
    })
    .refine((one) => (one.lines === undefined) !== (one.inventoryId === undefined), {
      error: 'one_or_lines',
      path: ['inventoryId'],
    })
    .refine((one) => (one.inventoryId === undefined) === (one.quantity === undefined), {
      error: 'one_or_lines',
      path: ['quantity'],
    }),
  answer: { status: 201, json: order },
  errors: [
    'not_found',
    'client_not_active',
    'inventory_not_enabled',
    'inventory_not_offered',
    'price_not_set',
    'payment_method_unavailable',
    'terms_changed',
    'prices_changed',
    'idempotency_key_reused',
  ],
})

const orderFilters = {
  status: orderStatus.optional(),
  paymentMethod: paymentMethod.optional(),
  from: day.optional(),
  to: day.optional(),
}

export const listOrders = call({
  name: 'listOrders',
  method: 'GET',
  path: '/clients/:clientId/orders/',
  tag: 'Orders',
  summary: 'Orders of a client; `search` looks at the order number',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: listQuery(['created', 'totalAmount']).extend(orderFilters),
  answer: { status: 200, json: page(orderRow) },
  errors: ['not_found'],
})

export const listAllOrders = call({
  name: 'listAllOrders',
  method: 'GET',
  path: '/orders/',
  tag: 'Orders',
  summary: 'Orders of all clients; `search` looks at the number, the client and the transfer’s reference',
  access: 'admin',
  query: listQuery(['created', 'totalAmount']).extend({
    ...orderFilters,
    /** `overdue`: transfers past their day; `attention`: what an admin has to look at; `in_doubt`: payments and refunds. */
    alert: z.enum(['overdue', 'attention', 'in_doubt']).optional(),
  }),
  answer: { status: 200, json: page(orderRow) },
  errors: [],
})

export const getOrder = call({
  name: 'getOrder',
  method: 'GET',
  path: '/orders/:orderId/',
  tag: 'Orders',
  summary: 'One order with its lines, payments, invoices and what happened to it',
  access: 'manager',
  readers: 'refused',
  subject: 'order',
  params: orderId,
  answer: { status: 200, json: order },
  errors: ['not_found'],
})

export const payOrder = call({
  name: 'payOrder',
  method: 'POST',
  path: '/orders/:orderId/pay/',
  tag: 'Orders',
  summary: 'Start a card payment: the address of the provider’s page to send the buyer to',
  access: 'manager',
  subject: 'order',
  params: orderId,
  body: z.strictObject({ installment: z.number().int().min(1).max(12).optional() }),
  answer: { status: 200, json: z.object({ paymentPageUrl: z.string() }) },
  errors: [
    'not_found',
    'order_not_pending',
    'payment_under_way',
    'payment_method_unavailable',
    'provider_unreachable',
  ],
})

export const decidePayment = call({
  name: 'decidePayment',
  method: 'POST',
  path: '/orders/:orderId/payments/decide/',
  tag: 'Orders',
  summary:
    'End a card payment that is in doubt, under review or does not fit its order, by what an admin has seen in the provider’s panel',
  access: 'admin',
  subject: 'order',
  params: orderId,
  body: z.strictObject({
    /** `not_charged`: there is no charge. `returned`: there was one, and it was given back there. */
    outcome: z.enum(['not_charged', 'returned']),
    reason: line(500, 3),
    /** The attempt that is meant; without it, all that are in doubt. Only one of several can be `returned` at a time. */
    paymentId: id.optional(),
  }),
  answer: { status: 200, json: order },
  errors: ['not_found', 'nothing_to_decide', 'payment_charged', 'several_in_doubt'],
})

export const cancelOrder = call({
  name: 'cancelOrder',
  method: 'POST',
  path: '/orders/:orderId/cancel/',
  tag: 'Orders',
  summary: 'Cancel an order that has not been paid',
  access: 'manager',
  subject: 'order',
  params: orderId,
  answer: { status: 200, json: order },
  errors: ['not_found', 'order_not_pending', 'payment_under_way'],
})

export const approveOrder = call({
  name: 'approveOrder',
  method: 'POST',
  path: '/orders/:orderId/approve/',
  tag: 'Orders',
  summary:
    'Record that a bank transfer came: credits the quota and issues the invoice. Another amount than the order’s needs `acceptDifference`',
  access: 'admin',
  subject: 'order',
  params: orderId,
  body: z.strictObject({
    amount: kurus.min(1),
    date: day,
    sender: line(200),
    /** Approves although the amount differs; why. */
    acceptDifference: line(500).optional(),
  }),
  answer: { status: 200, json: order },
  errors: [
    'not_found',
    'order_not_pending',
    'order_not_eft',
    'amount_mismatch',
    'payment_method_unavailable',
  ],
})

export const refundOrder = call({
  name: 'refundOrder',
  method: 'POST',
  path: '/orders/:orderId/refund/',
  tag: 'Orders',
  summary: 'Refund an order, whole or its unused part, and take its quota back; needs as many unused units',
  access: 'admin',
  subject: 'order',
  params: orderId,
  body: z.strictObject({
    /** Left out: everything that has not been refunded. */
    lines: z
      .array(z.strictObject({ inventoryId: id, quantity }))
      .min(1)
      .max(50)
      .optional(),
    reason: line(500, 3),
  }),
  answer: { status: 200, json: order },
  errors: [
    'not_found',
    'order_not_settled',
    'quota_used',
    'refund_under_way',
    'nothing_to_refund',
    'idempotency_key_reused',
  ],
})

export const settleRefund = call({
  name: 'settleRefund',
  method: 'POST',
  path: '/orders/:orderId/refunds/:refundId/settle/',
  tag: 'Orders',
  summary:
    'Decide a refund in doubt by what the provider’s panel shows. What was not given back returns its quota',
  access: 'admin',
  subject: 'order',
  params: z.object({ orderId: id, refundId: id }),
  body: z.strictObject({
    /** True when the lines whose outcome is not known were given back. */
    givenBack: z.boolean(),
    reason: line(500, 3),
  }),
  answer: { status: 200, json: order },
  errors: ['not_found', 'refund_under_way', 'refund_not_in_doubt'],
})

/** Counts of what an admin has to look at. */
export const orderAlerts = z.object({
  /** Transfers past their day. */
  overdue: z.number().int(),
  /** Amounts that do not fit, charges that no order needs, payments under review. */
  attention: z.number().int(),
  /** Payments and refunds whose outcome has to be asked for. */
  inDoubt: z.number().int(),
  /** Transfers of bank statements of which nobody has decided. */
  transfers: z.number().int(),
  /** Payments of the last hour that could not begin: the provider did not answer, or refused what we sent. */
  unreachable: z.number().int(),
})

export const getOrderAlerts = call({
  name: 'getOrderAlerts',
  method: 'GET',
  path: '/orders/alerts/',
  tag: 'Orders',
  summary: 'How many orders an admin has to look at, by why',
  access: 'admin',
  answer: { status: 200, json: orderAlerts },
  errors: [],
})
