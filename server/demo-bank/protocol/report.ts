import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { answerSignature, withoutZeros } from '#server/payments/signatures.ts'
import type { BankPayment, BankState, Scenario } from '../state.ts'
import { number, paidItems } from './amounts.ts'
import { failed, flipped, hang, succeeded } from './answers.ts'
import type { SignedCall } from './signed-calls.ts'

interface Reporting {
  state: BankState
  secretKey: string
}

/** The shop asks for the state of a payment. */
export function reportCalls(call: SignedCall, reporting: Reporting): void {
  const { state } = reporting

  call('POST', '/payment/iyzipos/checkoutform/auth/ecom/detail', (body, _request, reply) => {
    const { data } = z.looseObject({ token: z.string() }).safeParse(body)
    const one = data && state.byToken(data.token)
    return one === undefined ? failed('5087') : reportPayment(reporting, one, reply)
  })
}

/** A payment as the provider reports it, or as a scenario changes the report. */
function reportPayment({ state, secretKey }: Reporting, one: BankPayment, reply: FastifyReply): unknown {
  const scenario = state.scenarioOf(one.orderId)
  const decided = isDecided(one)
  const once = (name: Scenario) => {
    if (scenario !== name || !decided || one.swallowed.includes(name)) return false
    one.swallowed.push(name)
    state.save()
    return true
  }
  if (once('charge-then-hang')) return hang(state, reply)
  if (once('html-502'))
    return reply.status(502).type('text/html').send('<html><body>Bad gateway</body></html>')
  if (once('empty-body')) return reply.status(200).send()
  const wrong = one.status === 'SUCCESS' ? scenario : 'none'
  const values = signedValues(one, wrong)
  const signature = answerSignature(secretKey, valuesInOrder(one, values))
  return succeeded({
    ...values,
    paymentStatus: one.status,
    token: one.token,
    signature: wrong === 'tampered-response' ? flipped(signature) : signature,
    fraudStatus: one.fraudStatus,
    installment: one.installment,
    cardType: one.cardType,
    cardAssociation: one.association,
    cardFamily: one.family,
    lastFourDigits: one.lastFour,
    ...(one.error && { errorCode: one.error.code, errorGroup: one.error.group }),
    itemTransactions: paidItems(one).map((item) => ({
      itemId: item.id,
      paymentTransactionId: item.transactionId,
      price: number(item.kurus),
      paidPrice: number(item.paidKurus),
    })),
  })
}

const isDecided = ({ status }: BankPayment) => status === 'SUCCESS' || status === 'FAILURE'

/** The values that a report signs, one of them wrong in some scenarios. */
function signedValues(one: BankPayment, wrong: Scenario) {
  const less = wrong === 'amount-mismatch' ? 100 : 0
  return {
    paymentId: isDecided(one) ? one.paymentId : '',
    currency: wrong === 'currency-mismatch' ? 'USD' : 'TRY',
    basketId: wrong === 'basket-mismatch' ? randomUUID() : one.orderId,
    conversationId: one.conversationId,
    paidPrice: number(one.paidKurus - less),
    price: number(one.priceKurus - less),
  }
}

const valuesInOrder = (one: BankPayment, values: ReturnType<typeof signedValues>) => [
  one.status,
  values.paymentId,
  values.currency,
  values.basketId,
  values.conversationId,
  withoutZeros(String(values.paidPrice)),
  withoutZeros(String(values.price)),
  one.token,
]
