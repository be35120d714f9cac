import Iyzipay from 'iyzipay'
import { z } from 'zod'
import type { DeclineReason } from '#contract/orders.ts'
import { decimalOf, kurusOf } from './decimal.ts'
import type {
  Charge,
  Notice,
  PaymentHandle,
  PaymentOutcome,
  PaymentProvider,
  PaymentStart,
  RefundOutcome,
  StartOutcome,
} from './provider.ts'
import { answerSignature, noticeSignature, sameSignature, withoutZeros } from './signatures.ts'

export interface IyzicoOptions {
  readonly apiKey: string
  readonly secretKey: string
  readonly baseUrl: string
  /** How long an answer is waited for; the official client would wait for ever. */
  readonly timeoutMs?: number
}

const text = z.union([z.string(), z.number()]).transform(String)
const amount = text.transform(withoutZeros)
const failure = z.object({
  status: z.literal('failure'),
  errorCode: text.default(''),
  errorGroup: z.string().default(''),
})
const initialized = z.object({
  status: z.literal('success'),
  token: z.string(),
  paymentPageUrl: z.url(),
  conversationId: z.string(),
  signature: z.string(),
})
const detail = z.object({
  status: z.literal('success'),
  paymentStatus: z.string(),
  paymentId: text.default(''),
  currency: z.string().default(''),
  basketId: z.string().default(''),
  conversationId: z.string().default(''),
  paidPrice: amount.default(''),
  price: amount.default(''),
  signature: z.string().optional(),
  fraudStatus: z.number().optional(),
  installment: z.number().int().default(1),
  cardType: z.string().default(''),
  cardAssociation: z.string().default(''),
  cardFamily: z.string().default(''),
  lastFourDigits: z.string().default(''),
  errorCode: text.default(''),
  errorGroup: z.string().default(''),
  itemTransactions: z
    .array(z.object({ itemId: z.string(), paymentTransactionId: text, paidPrice: text }))
    .default([]),
})
type Detail = z.output<typeof detail>
const report = z.object({
  status: z.literal('success'),
  payments: z.array(
    z.object({
      paymentId: text,
      itemTransactions: z
        .array(
          z.object({
            refunds: z
              .array(
                z.object({ refundConversationId: z.string(), refundPrice: text, refundStatus: z.number() }),
              )
              .nullish(),
          }),
        )
        .nullish(),
      cancels: z
        .array(z.object({ cancelConversationId: z.string(), refundPrice: text, refundStatus: z.number() }))
        .nullish(),
    }),
  ),
})

/** What the buyer can do about a decline. The provider's groups are stable, its codes are not. */
const reasons: Readonly<Record<string, DeclineReason>> = {
  NOT_SUFFICIENT_FUNDS: 'insufficient_funds',
  INVALID_CVC2: 'card_details',
  INVALID_CARD: 'card_details',
  EXPIRED_CARD: 'card_details',
  INVALID_EXPIRE_DATE: 'card_details',
  LOST_CARD: 'lost_or_stolen',
  STOLEN_CARD: 'lost_or_stolen',
  PICKUP_CARD: 'lost_or_stolen',
  FRAUD_SUSPECT: 'suspected_fraud',
  BLACKLIST: 'suspected_fraud',
  NOT_PERMITTED_TO_CARDHOLDER: 'not_permitted',
  NOT_PERMITTED_TO_TERMINAL: 'not_permitted',
  RESTRICTED_BY_LAW: 'not_permitted',
  DO_NOT_HONOUR: 'bank_declined',
  INVALID_TRANSACTION: 'bank_declined',
  MD_STATUS: 'not_authenticated',
}

/** The codes of our own mistakes: keys, signatures, addresses. They say nothing about the payment. */
const ours = new Set(['1', '1000', '1001', '5001', '10000'])
/** The provider knows no finished payment under this token. */
const unfinished = new Set(['5087', '5115', '5122'])

/**
 * The provider's hosted page: card numbers never reach us. Speaks through the official client, which waits for ever, takes
 * a page of HTML for an answer and keeps what it sent: each call has a client and a time limit of its own, and its answer is
 * checked before it is believed.
 */
export function createIyzico(options: IyzicoOptions): PaymentProvider {
  const { secretKey } = options
  const ask = (call: (client: Iyzipay) => (done: (error: unknown, body: unknown) => void) => void) =>
    answerOf(options, call)

  return {
    name: 'iyzico',

    async start(payment): Promise<StartOutcome> {
      const answer = await ask(
        (client) => (done) => client.checkoutFormInitialize.create(initializeOf(payment), done),
      )
      if ('problem' in answer) return { kind: 'unreachable', problem: answer.problem }
      const failed = failure.safeParse(answer.body)
      if (failed.success)
        return { kind: 'failed', reason: reasonOf(failed.data.errorGroup), code: failed.data.errorCode }
      const { data } = initialized.safeParse(answer.body)
      if (data === undefined) return { kind: 'unreachable', problem: 'the answer is none of this call' }
      const expected = answerSignature(secretKey, [data.conversationId, data.token])
      if (!sameSignature(expected, data.signature) || data.conversationId !== payment.conversationId)
        return { kind: 'unreachable', problem: 'the signature is wrong' }
      return { kind: 'started', token: data.token, paymentPageUrl: data.paymentPageUrl }
    },

    async retrieve(payment): Promise<PaymentOutcome> {
      const answer = await ask((client) => retrieveBy(client, payment))
      if ('problem' in answer) return { kind: 'unknown', problem: answer.problem }
      return outcomeOf(answer.body, payment, secretKey)
    },

    async cancel(paymentId, conversationId) {
      const request = { locale: 'tr', conversationId, paymentId, ip: '127.0.0.1' }
      return refundOutcome(await ask((client) => (done) => client.cancel.create(request, done)))
    },

    async refund({ conversationId, transactionId, kurus }) {
      const request = {
        locale: 'tr',
        conversationId,
        paymentTransactionId: transactionId,
        price: decimalOf(kurus),
        currency: 'TRY',
        ip: '127.0.0.1',
      }
      return refundOutcome(await ask((client) => (done) => client.refund.create(request, done)))
    },

    async readRefunds({ paymentId, conversationId }) {
      const request = { locale: 'tr', conversationId, paymentConversationId: conversationId }
      const answer = await ask(
        (client) => (done) => client.reportingTransactionDetails.retrieve(request, done),
      )
      if ('problem' in answer) return undefined
      const { data } = report.safeParse(answer.body)
      const payment = data?.payments.find((one) => one.paymentId === paymentId)
      if (payment === undefined) return undefined
      const refunds = (payment.itemTransactions ?? []).flatMap((item) => item.refunds ?? [])
      return [
        ...refunds.map((one) => ({ ...one, conversationId: one.refundConversationId })),
        ...(payment.cancels ?? []).map((one) => ({ ...one, conversationId: one.cancelConversationId })),
      ].flatMap((one) => {
        const kurus = kurusOf(one.refundPrice)
        return one.refundStatus === 1 && kurus !== undefined
          ? [{ conversationId: one.conversationId, kurus }]
          : []
      })
    },

    readNotice: (headers, body) => noticeOf(headers['x-iyz-signature-v3'], body, secretKey),
  }
}

/** One call with a client of its own. The outcome of a time-out is not known, and never "failed". */
async function answerOf(
  { apiKey, secretKey, baseUrl, timeoutMs = 30_000 }: IyzicoOptions,
  call: (client: Iyzipay) => (done: (error: unknown, body: unknown) => void) => void,
): Promise<{ body: unknown } | { problem: string }> {
  const client = new Iyzipay({ uri: baseUrl, apiKey, secretKey })
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<{ problem: string }>((resolve) => {
    timer = setTimeout(() => resolve({ problem: `no answer within ${timeoutMs} ms` }), timeoutMs)
  })
  const answered = new Promise<{ body: unknown } | { problem: string }>((resolve) => {
    try {
      call(client)((error, body) => {
        // Its errors may repeat what was sent: only their code is kept.
        if (error) resolve({ problem: `the call failed: ${Object(error).code ?? 'no code'}` })
        else if (typeof body !== 'object' || body === null || !('status' in body))
          resolve({ problem: 'the answer is not JSON of the provider' })
        else resolve({ body })
      })
    } catch {
      resolve({ problem: 'the request could not be made' })
    }
  })
  try {
    return await Promise.race([answered, limit])
  } finally {
    clearTimeout(timer)
  }
}

function retrieveBy(client: Iyzipay, { token, paymentId, conversationId }: PaymentHandle) {
  const base = { locale: 'tr', conversationId }
  return (done: (error: unknown, body: unknown) => void) =>
    token === null
      ? client.payment.retrieve(
          { ...base, ...(paymentId ? { paymentId } : {}), paymentConversationId: conversationId },
          done,
        )
      : client.checkoutForm.retrieve({ ...base, token }, done)
}

const reasonOf = (group: string): DeclineReason => reasons[group] ?? 'general'

/** What an answer to `retrieve` says. Nothing of it is believed before its signature. */
export function outcomeOf(body: unknown, payment: PaymentHandle, secretKey: string): PaymentOutcome {
  const failed = failure.safeParse(body)
  if (failed.success) {
    const { errorCode: code, errorGroup: group } = failed.data
    if (unfinished.has(code)) return { kind: 'open' }
    if (ours.has(code) || group === '') return { kind: 'unknown', problem: `the provider refused: ${code}` }
    return { kind: 'failed', reason: reasonOf(group), code, group }
  }
  const { data } = detail.safeParse(body)
  if (data === undefined) return { kind: 'unknown', problem: 'the answer is none of this call' }
  if (!sameSignature(answerSignature(secretKey, signedOf(data, payment.token)), data.signature))
    return { kind: 'unknown', problem: 'the signature is wrong' }
  if (data.paymentStatus === 'FAILURE' || data.fraudStatus === -1) {
    const group = data.fraudStatus === -1 ? 'FRAUD_SUSPECT' : data.errorGroup
    return { kind: 'failed', reason: reasonOf(group), code: data.errorCode, group }
  }
  if (data.paymentStatus !== 'SUCCESS') return { kind: 'open' }
  const charge = chargeOf(data)
  if (charge === undefined) return { kind: 'unknown', problem: 'the amounts cannot be read' }
  return data.fraudStatus === 1 ? { kind: 'succeeded', charge } : { kind: 'held', charge }
}

const signedOf = (data: Detail, token: string | null): string[] => [
  data.paymentStatus,
  data.paymentId,
  data.currency,
  data.basketId,
  data.conversationId,
  data.paidPrice,
  data.price,
  ...(token === null ? [] : [token]),
]

function chargeOf(data: Detail): Charge | undefined {
  const [priceKurus, paidKurus] = [kurusOf(data.price), kurusOf(data.paidPrice)]
  const items = data.itemTransactions.map((item) => ({
    id: item.itemId,
    transactionId: item.paymentTransactionId,
    paidKurus: kurusOf(item.paidPrice) ?? -1,
  }))
  if (priceKurus === undefined || paidKurus === undefined || items.some((item) => item.paidKurus < 0))
    return undefined
  const { paymentId, basketId, conversationId, currency, lastFourDigits, cardType, cardFamily } = data
  const card = {
    lastFourDigits,
    cardType,
    cardFamily,
    cardAssociation: data.cardAssociation,
    installment: data.installment,
  }
  return { paymentId, basketId, conversationId, currency, priceKurus, paidKurus, card, items }
}

function refundOutcome(answer: { body: unknown } | { problem: string }): RefundOutcome {
  if ('problem' in answer) return { kind: 'unknown', problem: answer.problem }
  const failed = failure.safeParse(answer.body)
  if (failed.success)
    return ours.has(failed.data.errorCode)
      ? { kind: 'unknown', problem: `the provider refused: ${failed.data.errorCode}` }
      : { kind: 'failed', code: failed.data.errorCode, group: failed.data.errorGroup }
  return z.object({ status: z.literal('success') }).safeParse(answer.body).success
    ? { kind: 'refunded' }
    : { kind: 'unknown', problem: 'the answer is none of this call' }
}

const notice = z.object({
  paymentConversationId: text,
  iyziPaymentId: text.optional(),
  paymentId: text.optional(),
  token: z.string().optional(),
  status: z.string(),
  iyziReferenceCode: text,
  iyziEventType: z.string(),
})

function noticeOf(signature: unknown, body: unknown, secretKey: string): Notice | undefined {
  const { data } = notice.safeParse(body)
  if (data === undefined) return undefined
  const { iyziEventType, token, paymentConversationId: conversationId, status } = data
  const payment = data.iyziPaymentId ?? data.paymentId ?? ''
  const values =
    token === undefined
      ? [iyziEventType, payment, conversationId, status]
      : [iyziEventType, payment, token, conversationId, status]
  if (!sameSignature(noticeSignature(secretKey, values), signature)) return undefined
  return { reference: data.iyziReferenceCode, conversationId }
}

function initializeOf(payment: PaymentStart): object {
  const { buyer } = payment
  const address = {
    contactName: buyer.contactName,
    address: buyer.address,
    city: buyer.city,
    country: buyer.country,
  }
  return {
    locale: payment.locale,
    conversationId: payment.conversationId,
    price: decimalOf(payment.totalKurus),
    paidPrice: decimalOf(payment.totalKurus),
    currency: 'TRY',
    basketId: payment.orderId,
    paymentGroup: 'PRODUCT',
    callbackUrl: payment.callbackUrl,
    forceThreeDS: 1,
    enabledInstallments: [...payment.installments],
    buyer: {
      id: buyer.id,
      name: buyer.name,
      surname: buyer.surname,
      identityNumber: buyer.identityNumber,
      email: buyer.email,
      gsmNumber: buyer.phone,
      registrationAddress: buyer.address,
      city: buyer.city,
      country: buyer.country,
      ip: buyer.ip,
    },
    billingAddress: address,
    shippingAddress: address,
    basketItems: payment.items.map((item) => ({
      id: item.id,
      name: item.name,
      category1: 'Test',
      itemType: 'VIRTUAL',
      price: decimalOf(item.kurus),
    })),
  }
}
