import { z } from 'zod'
import { decimalOf, kurusOf } from './decimal.ts'
import { failure, noticeOf, outcomeOf, refundOutcome, text } from './iyzico-answers.ts'
import { answerOf, type Call, type IyzicoOptions } from './iyzico-call.ts'
import type { PaymentOutcome, PaymentProvider, PaymentStart, StartOutcome } from './provider.ts'
import { answerSignature, sameSignature } from './signatures.ts'

const initialized = z.object({
  status: z.literal('success'),
  token: z.string(),
  // A browser is sent there: nothing but a page.
  paymentPageUrl: z.url({ protocol: /^https?$/ }),
  conversationId: z.string(),
  signature: z.string(),
})
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

/**
 * The provider's hosted page: card numbers never reach us. Speaks through the official client, which waits for ever, takes
 * a page of HTML for an answer and keeps what it sent: each call has a client and a time limit of its own, and its answer is
 * checked before it is believed.
 */
export function createIyzico(options: IyzicoOptions): PaymentProvider {
  const { secretKey } = options
  const ask = (call: Call) => answerOf(options, call)

  return {
    name: 'iyzico',

    async start(payment): Promise<StartOutcome> {
      const answer = await ask(
        (client) => (done) => client.checkoutFormInitialize.create(initializeOf(payment), done),
      )
      if ('problem' in answer) return { kind: 'unreachable', problem: answer.problem }
      const failed = failure.safeParse(answer.body)
      if (failed.success) return { kind: 'refused', code: failed.data.errorCode }
      const { data } = initialized.safeParse(answer.body)
      if (data === undefined) return { kind: 'unreachable', problem: 'the answer is none of this call' }
      const expected = answerSignature(secretKey, [data.conversationId, data.token])
      if (!sameSignature(expected, data.signature) || data.conversationId !== payment.conversationId)
        return { kind: 'unreachable', problem: 'the signature is wrong' }
      return { kind: 'started', token: data.token, paymentPageUrl: data.paymentPageUrl }
    },

    async retrieve({ conversationId, token }): Promise<PaymentOutcome> {
      const request = { locale: 'tr', conversationId, token }
      const answer = await ask((client) => (done) => client.checkoutForm.retrieve(request, done))
      if ('problem' in answer) return { kind: 'unknown', problem: answer.problem }
      return outcomeOf(answer.body, token, secretKey)
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
        if (kurus === undefined) return []
        const state = one.refundStatus === 1 ? 'done' : one.refundStatus < 0 ? 'failed' : 'pending'
        return [{ conversationId: one.conversationId, kurus, state }] as const
      })
    },

    readNotice: (headers, body) => noticeOf(headers['x-iyz-signature-v3'], body, secretKey),
  }
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
