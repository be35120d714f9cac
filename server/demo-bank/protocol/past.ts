import { randomUUID } from 'node:crypto'
import { type BankPayment, type BankState, pastPayment } from '../state.ts'

/** A charge of the demo's past, remembered from now on; undefined for what is none. */
export function paymentOfThePast(state: BankState, transactionId: string): BankPayment | undefined {
  const [, conversationId, amount] = /^past_([0-9a-f-]{36})_\d+_(\d+)$/.exec(transactionId) ?? []
  if (conversationId === undefined) return undefined
  const kurus = Number(amount)
  const known = state.byConversation(conversationId)
  if (known !== undefined) {
    known.items.push({ id: transactionId, transactionId, kurus })
    known.priceKurus += kurus
    known.paidKurus += kurus
    return known
  }
  const one: BankPayment = {
    token: randomUUID(),
    paymentId: pastPayment(conversationId),
    conversationId,
    orderId: conversationId,
    callbackUrl: '',
    locale: 'tr',
    installments: [1],
    priceKurus: kurus,
    paidKurus: kurus,
    items: [{ id: transactionId, transactionId, kurus }],
    createdAt: Date.now(),
    status: 'SUCCESS',
    fraudStatus: 1,
    installment: 1,
    mdStatus: '1',
    lastFour: '0008',
    association: 'MASTER_CARD',
    family: 'Paraf',
    cardType: 'CREDIT_CARD',
    error: null,
    charges: 1,
    swallowed: [],
    refunds: [],
    cancelledBy: null,
  }
  state.add(one)
  return one
}
