import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sharesOf } from '#contract/orderAmounts.ts'
import { decimalOf, kurusOf } from '#server/payments/decimal.ts'
import { answerSignature, authorizationOf, sameSignature, withoutZeros } from '#server/payments/signatures.ts'
import { failsToBegin, seen } from './cards.ts'
import { challengePage } from './pages.ts'
import { type BankPayment, type BankState, pastPayment } from './state.ts'

export interface BankKeys {
  readonly apiKey: string
  readonly secretKey: string
}

const tokenLife = 30 * 60_000
const price = z.union([z.string(), z.number()]).transform((value, context) => {
  const kurus = kurusOf(value)
  if (kurus === undefined) context.addIssue({ code: 'custom' })
  return kurus ?? 0
})
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

const number = (kurus: number) => Number(decimalOf(kurus))
const failed = (errorCode: string, errorGroup = '') => ({
  status: 'failure',
  errorCode,
  ...(errorGroup && { errorGroup }),
  errorMessage: 'Demo bank',
  locale: 'tr',
  systemTime: Date.now(),
})
const succeeded = (rest: object) => ({ status: 'success', locale: 'tr', systemTime: Date.now(), ...rest })

/** The provider's own calls, as its official client makes them. */
export function protocolRoutes(
  app: FastifyInstance,
  state: BankState,
  {
    keys,
    pageUrl,
    decided,
  }: { keys: BankKeys; pageUrl: () => string; decided: (payment: BankPayment) => void },
): void {
  const call = (
    method: 'POST' | 'GET',
    path: string,
    run: (body: unknown, request: FastifyRequest, reply: FastifyReply) => unknown,
  ) =>
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        // The official client signs a body with its GETs, too.
        const sent = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
        const body = method === 'GET' ? '{}' : sent
        const nonce = String(request.headers['x-iyzi-rnd'] ?? '')
        const expected = authorizationOf(keys, { nonce, path, body })
        if (nonce === '' || !sameSignature(expected, request.headers.authorization)) return failed('1000')
        return run(JSON.parse(body || '{}'), request, reply)
      },
    })

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
      signature: answerSignature(keys.secretKey, [one.conversationId, one.token]),
    })
  })

  call('POST', '/payment/iyzipos/checkoutform/auth/ecom/detail', (body, _request, reply) => {
    const { data } = z.looseObject({ token: z.string() }).safeParse(body)
    const one = data && state.byToken(data.token)
    return one === undefined ? failed('5087') : told(one, 'hosted', reply)
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
      signature: answerSignature(keys.secretKey, [one.paymentId, one.conversationId]),
    })
  })

  /** Charges a card whose bank was asked. It is left to the shop whether mdStatus is good enough, and to ask once. */
  const charge = (one: BankPayment | undefined, reply: FastifyReply): unknown => {
    if (one === undefined || !one.direct) return failed('5087')
    one.chargeCalls += 1
    state.save()
    if (one.status === 'INIT_THREEDS' || one.status === 'FAILURE') return failed('5115')
    const scenario = state.scenarioOf(one.orderId)
    if (scenario === 'decline') one.error = { code: '10051', group: 'NOT_SUFFICIENT_FUNDS' }
    one.status = one.error === null ? 'SUCCESS' : 'FAILURE'
    if (one.error === null) one.charges += 1
    if (scenario === 'fraud-review' && one.error === null) one.fraudStatus = 0
    state.save()
    decided(one)
    return one.error === null ? told(one, 'charge', reply) : failed(one.error.code, one.error.group)
  }
  const chargeOf = z.looseObject({ paymentId: z.string(), conversationId: z.string() })

  call('POST', '/payment/3dsecure/auth', (body, _request, reply) => {
    const { data } = chargeOf.extend({ conversationData: z.string().default('') }).safeParse(body)
    const one = data && state.byPaymentId(data.paymentId)
    return data === undefined || one?.conversationData !== data.conversationData
      ? failed('11')
      : charge(one, reply)
  })

  call('POST', '/payment/v2/3dsecure/auth', (body, _request, reply) => {
    const { data } = chargeOf
      .extend({ paidPrice: price, basketId: z.string(), currency: z.literal('TRY') })
      .safeParse(body)
    const one = data && state.byPaymentId(data.paymentId)
    return data?.paidPrice !== one?.paidKurus || data?.basketId !== one?.orderId
      ? failed('11')
      : charge(one, reply)
  })

  call('POST', '/payment/detail', (body, _request, reply) => {
    const { data } = z
      .looseObject({ paymentId: z.string().optional(), paymentConversationId: z.string().optional() })
      .safeParse(body)
    const one =
      (data?.paymentId && state.byPaymentId(data.paymentId)) ||
      (data?.paymentConversationId && state.byConversation(data.paymentConversationId)) ||
      undefined
    return one === undefined ? failed('5087') : told(one, 'detail', reply)
  })

  /** A payment as the provider reports it, or as a scenario changes the report. */
  function told(one: BankPayment, call: 'hosted' | 'detail' | 'charge', reply: FastifyReply): unknown {
    const scenario = state.scenarioOf(one.orderId)
    const decided = one.status === 'SUCCESS' || one.status === 'FAILURE'
    const once = (name: string) => {
      if (scenario !== name || !decided || one.swallowed.includes(name)) return false
      one.swallowed.push(name)
      state.save()
      return true
    }
    if (once('charge-then-hang')) return hang(reply)
    if (once('html-502'))
      return reply.status(502).type('text/html').send('<html><body>Bad gateway</body></html>')
    if (once('empty-body')) return reply.status(200).send()
    const wrong = one.status === 'SUCCESS' ? scenario : 'none'
    const less = wrong === 'amount-mismatch' ? 100 : 0
    const answer = {
      paymentId: decided || one.direct ? one.paymentId : '',
      currency: wrong === 'currency-mismatch' ? 'USD' : 'TRY',
      basketId: wrong === 'basket-mismatch' ? randomUUID() : one.orderId,
      conversationId: one.conversationId,
      paidPrice: number(one.paidKurus - less),
      price: number(one.priceKurus - less),
    }
    const six = [
      answer.paymentId,
      answer.currency,
      answer.basketId,
      answer.conversationId,
      withoutZeros(String(answer.paidPrice)),
      withoutZeros(String(answer.price)),
    ]
    const signed = call === 'hosted' ? [one.status, ...six, one.token] : six
    const signature = answerSignature(keys.secretKey, signed)
    return succeeded({
      ...answer,
      ...(call === 'charge' ? {} : { paymentStatus: one.status }),
      ...(call === 'hosted' ? { token: one.token } : {}),
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

  call('POST', '/payment/cancel', (body, _request, reply) => {
    const { data } = z.looseObject({ paymentId: z.string(), conversationId: z.string() }).safeParse(body)
    const one = data && state.byPaymentId(data.paymentId)
    if (one === undefined || one.status !== 'SUCCESS') return failed('5087')
    if (one.cancelledBy !== null || one.refunds.length > 0) return failed('5088')
    one.cancelledBy = data?.conversationId ?? ''
    state.save()
    if (state.scenarioOf(one.orderId) === 'refund-then-hang') return hang(reply)
    return succeeded({ paymentId: one.paymentId, price: number(one.paidKurus), currency: 'TRY' })
  })

  /** A charge of the demo's past; undefined for what is none. */
  function ofThePast(transactionId: string): BankPayment | undefined {
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
      ...{ token: randomUUID(), direct: false, conversationData: '', chargeCalls: 0 },
      ...{ paymentId: pastPayment(conversationId), conversationId, orderId: conversationId, callbackUrl: '' },
      ...{ locale: 'tr', installments: [1], priceKurus: kurus, paidKurus: kurus },
      items: [{ id: transactionId, transactionId, kurus }],
      ...{ createdAt: Date.now(), status: 'SUCCESS', fraudStatus: 1, installment: 1, mdStatus: '1' },
      ...{ lastFour: '0008', association: 'MASTER_CARD', family: 'Paraf', cardType: 'CREDIT_CARD' },
      ...{ error: null, charges: 1, swallowed: [], refunds: [], cancelledBy: null },
    }
    state.add(one)
    return one
  }

  call('POST', '/payment/refund', (body, _request, reply) => {
    const { data } = z
      .looseObject({ paymentTransactionId: z.string(), conversationId: z.string(), price })
      .safeParse(body)
    const one =
      data && (state.byTransaction(data.paymentTransactionId) ?? ofThePast(data.paymentTransactionId))
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
      return hang(reply)
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
    if (one === undefined) return failed('5087')
    return succeeded({
      payments: [
        {
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
              : [
                  {
                    cancelConversationId: one.cancelledBy,
                    refundPrice: number(one.paidKurus),
                    refundStatus: 1,
                  },
                ],
        },
      ],
    })
  })

  call('POST', '/payment/bin/check', () => succeeded({ bankName: 'Demo Bank', cardType: 'CREDIT_CARD' }))
  call('POST', '/payment/iyzipos/installment', () => succeeded({ installmentDetails: [] }))
}

/** The items with what the card was charged for each: its part of an instalment surcharge included. */
function paidItems(one: BankPayment) {
  const costs = one.items.map((item) => item.kurus)
  const shares = sharesOf(costs, one.paidKurus)
  return one.items.map((item, at) => ({ ...item, paidKurus: shares[at] ?? 0 }))
}

/** Never answers: the caller gives up after its own limit. */
function hang(reply: FastifyReply): FastifyReply {
  reply.hijack()
  return reply
}

/** A signature with one wrong digit. */
export const flipped = (signature: string) => (signature.startsWith('0') ? '1' : '0') + signature.slice(1)

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
