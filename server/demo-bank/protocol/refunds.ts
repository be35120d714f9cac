import { z } from 'zod'
import type { BankPayment, BankState } from '../state.ts'
import { number, paidItems, price } from './amounts.ts'
import { failed, hang, succeeded } from './answers.ts'
import { paymentOfThePast } from './past.ts'
import type { SignedCall } from './signed-calls.ts'

/** Calls that return money to the card: the whole payment, or a part of one item. */
export function refundCalls(call: SignedCall, state: BankState): void {
  call('POST', '/payment/cancel', (body, _request, reply) => {
    const { data } = z.looseObject({ paymentId: z.string(), conversationId: z.string() }).safeParse(body)
    const one = data && state.byPaymentId(data.paymentId)
    if (one === undefined || one.status !== 'SUCCESS') return failed('5087')
    if (one.cancelledBy !== null || one.refunds.length > 0) return failed('5088')
    one.cancelledBy = data?.conversationId ?? ''
    state.save()
    if (state.scenarioOf(one.orderId) === 'refund-then-hang') return hang(state, reply)
    return succeeded({ paymentId: one.paymentId, price: number(one.paidKurus), currency: 'TRY' })
  })

  call('POST', '/payment/refund', (body, _request, reply) => {
    const { data } = z
      .looseObject({ paymentTransactionId: z.string(), conversationId: z.string(), price })
      .safeParse(body)
    const one =
      data &&
      (state.byTransaction(data.paymentTransactionId) ?? paymentOfThePast(state, data.paymentTransactionId))
    const item = one && paidItems(one).find((known) => known.transactionId === data?.paymentTransactionId)
    if (data === undefined || one === undefined || item === undefined || one.status !== 'SUCCESS')
      return failed('5087')
    const before = one.refunds.filter((refund) => refund.transactionId === item.transactionId)
    const left = item.paidKurus - before.reduce((sum, refund) => sum + refund.kurus, 0)
    if (one.cancelledBy !== null || data.price > left) return failed('5093', 'REFUND_AMOUNT_EXCEEDS')
    one.refunds.push({
      transactionId: item.transactionId,
      conversationId: data.conversationId,
      kurus: data.price,
    })
    state.save()
    if (state.scenarioOf(one.orderId) === 'refund-then-hang' && !one.swallowed.includes('refund-then-hang')) {
      one.swallowed.push('refund-then-hang')
      state.save()
      return hang(state, reply)
    }
    return succeeded({
      paymentId: one.paymentId,
      paymentTransactionId: item.transactionId,
      price: number(data.price),
    })
  })

  call('GET', '/v2/reporting/payment/details', (_body, request) => {
    const { data } = z.looseObject({ paymentConversationId: z.string() }).safeParse(request.query)
    const one = data && state.byConversation(data.paymentConversationId)
    return one === undefined ? failed('5087') : succeeded({ payments: [withRefunds(one)] })
  })
}

/** A payment with its refunds and its cancellation, as the report has them. */
const withRefunds = (one: BankPayment) => ({
  paymentId: Number(one.paymentId),
  paymentConversationId: one.conversationId,
  itemTransactions: one.items.map((item) => ({
    paymentTransactionId: item.transactionId,
    refunds: one.refunds
      .filter((refund) => refund.transactionId === item.transactionId)
      .map((refund) => ({
        refundConversationId: refund.conversationId,
        refundPrice: number(refund.kurus),
        currencyCode: 'TRY',
        refundStatus: 1,
      })),
  })),
  cancels:
    one.cancelledBy === null
      ? []
      : [{ cancelConversationId: one.cancelledBy, refundPrice: number(one.paidKurus), refundStatus: 1 }],
})
