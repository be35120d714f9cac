import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Sales } from '#server/config.ts'
import { plainPolicy } from '#server/http/plain-page.ts'
import { localeOf } from '#server/locales.ts'
import { answerSignature } from '#server/payments/signatures.ts'
import { failsToBegin, seen } from './cards.ts'
import { cardPage, codePage, endPage, homePage, returnPage } from './pages.ts'
import { type BankKeys, flipped } from './protocol.ts'
import type { BankPayment, BankState } from './state.ts'

const rightCode = '283126'
const tokenLife = 30 * 60_000

const card = z.object({
  cardHolderName: z.string().trim().min(1).max(100),
  cardNumber: z
    .string()
    .transform((value) => value.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{15,19}$/)),
  expireMonth: z.string().regex(/^(0?[1-9]|1[0-2])$/),
  expireYear: z.string().regex(/^(20)?\d{2}$/),
  cvc: z.string().regex(/^\d{3,4}$/),
  installment: z.coerce.number().int().default(1),
})

/** The pages that a buyer's browser sees. The card number and its code are looked at and forgotten. */
export function browserRoutes(
  app: FastifyInstance,
  state: BankState,
  {
    keys,
    offered,
    decided,
  }: { keys: BankKeys; offered: Sales['installments']; decided: (payment: BankPayment) => void },
): void {
  const find = (request: FastifyRequest) =>
    state.byToken(z.object({ token: z.string() }).parse(request.params).token)
  const fields = (request: FastifyRequest) =>
    Object.fromEntries(
      new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''),
    )
  const isOpen = (one: BankPayment): boolean =>
    (one.status === 'INIT_THREEDS' || one.status === 'CALLBACK_THREEDS') &&
    Date.now() - one.createdAt < tokenLife

  app.get('/dev/bank', (request, reply) =>
    show(reply, homePage(localeOf(request.headers['accept-language'], 'tr'))),
  )

  app.get('/dev/bank/pay/:token', (request, reply) => {
    const one = find(request)
    if (one === undefined || !isOpen(one)) return show(reply, endPage(one?.locale ?? 'tr', 'over'))
    return show(reply, cardPage(one, { bad: false }))
  })

  app.post('/dev/bank/pay/:token', (request, reply) => {
    const one = find(request)
    if (one === undefined || !isOpen(one)) return show(reply, endPage(one?.locale ?? 'tr', 'over'))
    const typed = card.safeParse(fields(request))
    if (!typed.success || !one.installments.includes(typed.data.installment))
      return show(reply, cardPage(one, { bad: true }))
    const { installment } = typed.data
    const surcharge = offered.find(({ count }) => count === installment)?.surchargeBasisPoints ?? 0
    Object.assign(one, seen(typed.data.cardNumber), {
      installment,
      paidKurus: one.priceKurus + Math.round((one.priceKurus * surcharge) / 10_000),
    })
    if (typed.data.cardNumber === failsToBegin)
      return finish(one, reply, { error: { code: '10093', group: 'GENERAL_ERROR' } })
    one.status = 'CALLBACK_THREEDS'
    state.save()
    return show(reply, codePage(one, { wrong: false }))
  })

  // Where the page that the shop has got for the browser leads to.
  app.post('/dev/bank/3ds/:token', (request, reply) => {
    const one = find(request)
    if (one === undefined || !isOpen(one)) return show(reply, endPage(one?.locale ?? 'tr', 'over'))
    return show(reply, codePage(one, { wrong: false }))
  })

  app.post('/dev/bank/confirm/:token', (request, reply) => {
    const one = find(request)
    if (one === undefined || !isOpen(one)) return show(reply, endPage(one?.locale ?? 'tr', 'over'))
    if (fields(request).code !== rightCode) return show(reply, codePage(one, { wrong: true }))
    const scenario = state.scenarioOf(one.orderId)
    const mdStatus = scenario === 'md-status-0' ? '0' : scenario === 'md-status-4' ? '4' : one.mdStatus
    if (one.direct) {
      // No card is charged before the shop asks for it.
      Object.assign(one, { mdStatus, status: 'CALLBACK_THREEDS' })
      state.save()
      return sendBack(one, reply)
    }
    const error =
      scenario === 'decline'
        ? { code: '10051', group: 'NOT_SUFFICIENT_FUNDS' }
        : mdStatus !== '1'
          ? { code: '10098', group: 'MD_STATUS' }
          : one.error
    return finish(one, reply, { error, mdStatus })
  })

  function finish(
    one: BankPayment,
    reply: FastifyReply,
    { error, mdStatus = '1' }: { error: BankPayment['error']; mdStatus?: string },
  ) {
    one.error = error
    one.mdStatus = mdStatus
    one.status = error === null ? 'SUCCESS' : 'FAILURE'
    if (error === null) one.charges += 1
    const scenario = state.scenarioOf(one.orderId)
    if (scenario === 'fraud-review' && error === null) one.fraudStatus = 0
    state.save()
    decided(one)
    return sendBack(one, reply)
  }

  function sendBack(one: BankPayment, reply: FastifyReply) {
    const scenario = state.scenarioOf(one.orderId)
    if (scenario === 'lost-callback') return show(reply, endPage(one.locale, 'lost'))
    if (scenario === 'duplicate-callback')
      // Nobody waits for these: what matters is what the shop makes of them.
      for (const _ of [1, 2])
        void postCallback(one, keys).catch((error: unknown) => console.error('demo bank:', String(error)))
    const nonce = randomBytes(16).toString('base64')
    const fields = callbackOf(one, keys, { tampered: scenario === 'tampered-callback' })
    return show(reply, returnPage(one, fields, nonce), nonce)
  }
}

/** What the browser brings back to the shop. */
function callbackOf(
  one: BankPayment,
  { secretKey }: BankKeys,
  { tampered = false } = {},
): Record<string, string> {
  if (!one.direct) return { token: tampered ? `${one.token.slice(0, -1)}x` : one.token }
  const { conversationData, conversationId, mdStatus, paymentId } = one
  const status = mdStatus === '1' ? 'success' : 'failure'
  const values = [conversationData, conversationId, mdStatus, paymentId, status]
  const signature = answerSignature(secretKey, values)
  return {
    status,
    paymentId,
    conversationData,
    conversationId,
    mdStatus,
    signature: tampered ? flipped(signature) : signature,
  }
}

/** The callback as the provider's page makes a browser post it. */
export async function postCallback(
  one: BankPayment,
  keys: BankKeys,
): Promise<{ status: number; location: string }> {
  const answer = await fetch(one.callbackUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(callbackOf(one, keys)).toString(),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}

/** The form may post to the shop, wherever that is; nothing else is loaded or run but the one line that sends it. */
const show = (reply: FastifyReply, markup: string, nonce?: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      plainPolicy('http: https:', nonce === undefined ? '' : `script-src 'nonce-${nonce}'; `),
    )
    .send(markup)
