import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { answerSignature } from '#server/payments/signatures.ts'
import type { BankPayment, BankState } from '../state.ts'
import { price } from './amounts.ts'
import { failed, hang, succeeded } from './answers.ts'
import type { SignedCall } from './signed-calls.ts'

/** The time a buyer may take to pay, in ms. */
export const tokenLife = 30 * 60_000

const address = z.looseObject({
  address: z.string(),
  contactName: z.string(),
  city: z.string(),
  country: z.string(),
})
const initialize = z.looseObject({
  locale: z.enum(['tr', 'en']).default('tr'),
  conversationId: z.string(),
  price,
  paidPrice: price,
  currency: z.literal('TRY'),
  basketId: z.string(),
  callbackUrl: z.url(),
  enabledInstallments: z.array(z.number()).default([1]),
  buyer: z.looseObject({
    id: z.string(),
    name: z.string().min(1),
    surname: z.string().min(1),
    identityNumber: z.string().min(5),
    email: z.string(),
    registrationAddress: z.string(),
    city: z.string(),
    country: z.string(),
    ip: z.string(),
  }),
  billingAddress: address,
  basketItems: z
    .array(
      z.looseObject({ id: z.string(), name: z.string(), category1: z.string(), itemType: z.string(), price }),
    )
    .min(1),
})

/** A payment begins, on a page of the bank. */
export function beginCalls(
  call: SignedCall,
  { state, secretKey, pageUrl }: { state: BankState; secretKey: string; pageUrl: () => string },
): void {
  call('POST', '/payment/iyzipos/checkoutform/initialize/auth/ecom', (body, _request, reply) => {
    const parsed = initialize.safeParse(body)
    if (!parsed.success) return failed('11')
    const asked = parsed.data
    if (state.scenarioOf(asked.basketId) === 'init-hangs') return hang(state, reply)
    if (asked.basketItems.reduce((sum, item) => sum + item.price, 0) !== asked.price) return failed('5062')
    const one = newPayment(asked, state.all().length)
    state.add(one)
    return succeeded({
      conversationId: one.conversationId,
      token: one.token,
      tokenExpireTime: tokenLife / 1000,
      paymentPageUrl: `${pageUrl()}/dev/bank/pay/${one.token}`,
      checkoutFormContent: '',
      signature: answerSignature(secretKey, [one.conversationId, one.token]),
    })
  })
}

/** A payment that has begun. */
function newPayment(asked: z.output<typeof initialize>, before: number): BankPayment {
  return {
    token: randomUUID(),
    paymentId: String(Math.trunc(Date.now() / 1000)) + String(before % 10_000).padStart(4, '0'),
    conversationId: asked.conversationId,
    orderId: asked.basketId,
    callbackUrl: asked.callbackUrl,
    locale: asked.locale,
    installments: asked.enabledInstallments,
    priceKurus: asked.price,
    paidKurus: asked.paidPrice,
    items: asked.basketItems.map((item) => ({
      id: item.id,
      transactionId: String(Math.trunc(Math.random() * 1e9)) + String(Date.now()).slice(-6),
      kurus: item.price,
    })),
    createdAt: Date.now(),
    status: 'INIT_THREEDS',
    fraudStatus: 1,
    installment: 1,
    lastFour: '',
    association: '',
    family: '',
    cardType: '',
    error: null,
    mdStatus: '',
    charges: 0,
    swallowed: [],
    refunds: [],
    cancelledBy: null,
  }
}
