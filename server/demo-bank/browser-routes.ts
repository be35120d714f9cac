import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { localeOf } from '#server/locales.ts'
import { cardOf, failsToBegin } from './cards.ts'
import { cardPage, codePage, endPage, homePage, returnPage } from './pages.ts'
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
  decided: (payment: BankPayment) => void,
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
    const known = cardOf(typed.data.cardNumber)
    Object.assign(one, {
      lastFour: typed.data.cardNumber.slice(-4),
      association: known.association,
      family: known.family,
      cardType: known.type,
      installment: typed.data.installment,
      error: known.error ?? null,
      mdStatus: known.mdStatus ?? '1',
    })
    if (typed.data.cardNumber === failsToBegin)
      return finish(one, reply, { error: { code: '10093', group: 'GENERAL_ERROR' } })
    one.status = 'CALLBACK_THREEDS'
    state.save()
    return show(reply, codePage(one, { wrong: false }))
  })

  app.post('/dev/bank/confirm/:token', (request, reply) => {
    const one = find(request)
    if (one === undefined || !isOpen(one)) return show(reply, endPage(one?.locale ?? 'tr', 'over'))
    if (fields(request).code !== rightCode) return show(reply, codePage(one, { wrong: true }))
    const scenario = state.scenarioOf(one.orderId)
    const mdStatus = scenario === 'md-status-0' ? '0' : scenario === 'md-status-4' ? '4' : one.mdStatus
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
    if (scenario === 'lost-callback') return show(reply, endPage(one.locale, 'lost'))
    if (scenario === 'duplicate-callback')
      // Nobody waits for these: what matters is what the shop makes of them.
      for (const _ of [1, 2])
        void postCallback(one).catch((error: unknown) => console.error('demo bank:', String(error)))
    const token = scenario === 'tampered-callback' ? `${one.token.slice(0, -1)}x` : one.token
    const nonce = randomBytes(16).toString('base64')
    return show(reply, returnPage(one, { token }, nonce), nonce)
  }
}

/** The callback as the provider's page makes a browser post it. */
export async function postCallback(one: BankPayment): Promise<{ status: number; location: string }> {
  const answer = await fetch(one.callbackUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: one.token }).toString(),
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
      `default-src 'none'; style-src 'unsafe-inline'; ${nonce === undefined ? '' : `script-src 'nonce-${nonce}'; `}base-uri 'none'; form-action http: https:; frame-ancestors 'none'`,
    )
    .send(markup)
