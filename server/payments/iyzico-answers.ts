import { z } from 'zod'
import type { DeclineReason } from '#contract/orders.ts'
import { kurusOf } from './decimal.ts'
import type { Charge, Notice, PaymentOutcome, RefundOutcome } from './provider.ts'
import { answerSignature, noticeSignature, sameSignature, withoutZeros } from './signatures.ts'

/** Numbers and texts are mixed in the provider's answers. */
export const text = z.union([z.string(), z.number()]).transform(String)
const amount = text.transform(withoutZeros)
/** The refusal of any call. */
export const failure = z.object({
  status: z.literal('failure'),
  errorCode: text.default(''),
  errorGroup: z.string().default(''),
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

/** The reasons for declines that the buyer can act on. The provider's groups are stable, its codes are not. */
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

/** The bank did not answer the provider in time: money may have moved all the same. */
const undecided = new Set(['10219'])

/** A refusal that is about what we sent, and not about the card: those of cards have a group. */
const isOurs = (code: string, group: string): boolean => ours.has(code) || group === ''

/** The reason for the buyer of a refusal in this group. */
const reasonOf = (group: string): DeclineReason => reasons[group] ?? 'general'

/** Reads an answer to `retrieve`. Nothing of it is believed before its signature. */
export function outcomeOf(body: unknown, token: string, secretKey: string): PaymentOutcome {
  const failed = failure.safeParse(body)
  if (failed.success) {
    const { errorCode: code, errorGroup: group } = failed.data
    if (unfinished.has(code)) return { kind: 'open' }
    if (undecided.has(code)) return { kind: 'unknown', problem: `the bank did not answer: ${code}` }
    if (isOurs(code, group)) return { kind: 'unknown', problem: `the provider refused: ${code}` }
    return { kind: 'failed', reason: reasonOf(group), code, group }
  }
  const { data } = detail.safeParse(body)
  if (data === undefined) return { kind: 'unknown', problem: 'the answer is none of this call' }
  if (!sameSignature(answerSignature(secretKey, signedOf(data, token)), data.signature))
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

const signedOf = (data: Detail, token: string): string[] => {
  const { paymentStatus, paymentId, currency, basketId, conversationId, paidPrice, price } = data
  return [paymentStatus, paymentId, currency, basketId, conversationId, paidPrice, price, token]
}

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

/** Reads an answer to a refund. */
export function refundOutcome(answer: { body: unknown } | { problem: string }): RefundOutcome {
  if ('problem' in answer) return { kind: 'unknown', problem: answer.problem }
  const failed = failure.safeParse(answer.body)
  if (failed.success)
    return ours.has(failed.data.errorCode) || undecided.has(failed.data.errorCode)
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

/** Reads a message; undefined where its signature is wrong. */
export function noticeOf(signature: unknown, body: unknown, secretKey: string): Notice | undefined {
  const { data } = notice.safeParse(body)
  if (data === undefined) return undefined
  const { iyziEventType, token, paymentConversationId: conversationId, status } = data
  const [hosted = '', direct = hosted] = [data.iyziPaymentId ?? data.paymentId, data.paymentId]
  const values =
    token === undefined
      ? [iyziEventType, direct, conversationId, status]
      : [iyziEventType, hosted, token, conversationId, status]
  if (!sameSignature(noticeSignature(secretKey, values), signature)) return undefined
  return { reference: data.iyziReferenceCode, conversationId }
}
