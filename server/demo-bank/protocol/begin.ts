import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { answerSignature } from '#server/payments/signatures.ts'
import { failsToBegin, seen } from '../cards.ts'
import { challengePage } from '../pages.ts'
import type { BankPayment, BankState } from '../state.ts'
import { price } from './amounts.ts'
import { failed, hang, succeeded } from './answers.ts'
import type { SignedCall } from './signed-calls.ts'

/** How long a buyer may take to pay, in ms. */
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
const initializeDirect = z.looseObject({
  ...initialize.shape,
  installment: z.number().int().default(1),
  paymentCard: z.looseObject({
    cardHolderName: z.string().min(1),
    cardNumber: z.string().regex(/^\d{15,19}$/),
    expireMonth: z.string().regex(/^\d{2}$/),
    expireYear: z.string().regex(/^20\d{2}$/),
    cvc: z.string().regex(/^\d{3,4}$/),
  }),
})

/** A payment begins: on a page of the bank, or with a card that was typed in the shop. */
export function beginCalls(
  call: SignedCall,
  { state, secretKey, pageUrl }: { state: BankState; secretKey: string; pageUrl: () => string },
): void {
  call('POST', '/payment/iyzipos/checkoutform/initialize/auth/ecom', (body, _request, reply) => {
    const parsed = initialize.safeParse(body)
    if (!parsed.success) return failed('11')
    const asked = parsed.data
    if (state.scenarioOf(asked.basketId) === 'init-hangs') return hang(reply)
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

  call('POST', '/payment/3dsecure/initialize', (body, _request, reply) => {
    const parsed = initializeDirect.safeParse(body)
    if (!parsed.success)
      return failed(parsed.error.issues.some((issue) => issue.path[0] === 'paymentCard') ? '12' : '11')
    const { paymentCard: card, ...asked } = parsed.data
    if (state.scenarioOf(asked.basketId) === 'init-hangs') return hang(reply)
    if (asked.basketItems.reduce((sum, item) => sum + item.price, 0) !== asked.price) return failed('5062')
    if (card.cardNumber === failsToBegin) return failed('10093', 'GENERAL_ERROR')
    const one: BankPayment = {
      ...newPayment(asked, state.all().length),
      ...seen(card.cardNumber),
      direct: true,
      conversationData: randomUUID(),
      installment: asked.installment,
    }
    state.add(one)
    return succeeded({
      paymentId: one.paymentId,
      conversationId: one.conversationId,
      threeDSHtmlContent: Buffer.from(challengePage(one, pageUrl())).toString('base64'),
      signature: answerSignature(secretKey, [one.paymentId, one.conversationId]),
    })
  })
}

/** A payment that has begun. */
function newPayment(asked: z.output<typeof initialize>, before: number): BankPayment {
  return {
    token: randomUUID(),
    direct: false,
    conversationData: '',
    chargeCalls: 0,
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
