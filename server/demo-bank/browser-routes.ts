import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Sales } from '#server/config.ts'
import { plainPolicy } from '#server/http/plain-page.ts'
import { localeOf } from '#server/locales.ts'
import { callbackOf, postCallback } from './callback.ts'
import { failsToBegin, seen } from './cards.ts'
import { cardPage, codePage, endPage, homePage, returnPage } from './pages.ts'
import { tokenLife } from './protocol/begin.ts'
import type { BankPayment, BankState } from './state.ts'

const rightCode = '283126'

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

interface Bank {
  state: BankState
  decided: (payment: BankPayment) => void
}

/** The pages that a buyer's browser sees. The card number and its code are looked at and forgotten. */
export function browserRoutes(
  app: FastifyInstance,
  { offered, ...bank }: Bank & { offered: Sales['installments'] },
): void {
  const { state } = bank
  /** Runs with the payment of the address, while that can still be paid. */
  const withOpen =
    (run: (one: BankPayment, reply: FastifyReply, request: FastifyRequest) => FastifyReply) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const one = state.byToken(z.object({ token: z.string() }).parse(request.params).token)
      if (one === undefined || !isOpen(one)) return show(reply, endPage(one?.locale ?? 'tr', 'over'))
      return run(one, reply, request)
    }

  app.get('/dev/bank', (request, reply) =>
    show(reply, homePage(localeOf(request.headers['accept-language'], 'tr'))),
  )

  app.get(
    '/dev/bank/pay/:token',
    withOpen((one, reply) => show(reply, cardPage(one, { bad: false }))),
  )

  app.post(
    '/dev/bank/pay/:token',
    withOpen((one, reply, request) => {
      const typed = card.safeParse(fieldsOf(request))
      if (!typed.success || !one.installments.includes(typed.data.installment))
        return show(reply, cardPage(one, { bad: true }))
      const { installment } = typed.data
      const surcharge = offered.find(({ count }) => count === installment)?.surchargeBasisPoints ?? 0
      Object.assign(one, seen(typed.data.cardNumber), {
        installment,
        paidKurus: one.priceKurus + Math.round((one.priceKurus * surcharge) / 10_000),
      })
      if (typed.data.cardNumber === failsToBegin)
        return finish(bank, one, reply, { error: { code: '10093', group: 'GENERAL_ERROR' } })
      one.status = 'CALLBACK_THREEDS'
      state.save()
      return show(reply, codePage(one, { wrong: false }))
    }),
  )

  app.post(
    '/dev/bank/confirm/:token',
    withOpen((one, reply, request) =>
      fieldsOf(request).code === rightCode
        ? confirm(bank, one, reply)
        : show(reply, codePage(one, { wrong: true })),
    ),
  )
}

const fieldsOf = (request: FastifyRequest) =>
  Object.fromEntries(new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''))

const isOpen = (one: BankPayment): boolean =>
  (one.status === 'INIT_THREEDS' || one.status === 'CALLBACK_THREEDS') &&
  Date.now() - one.createdAt < tokenLife

/** The buyer has typed the right code. */
function confirm(bank: Bank, one: BankPayment, reply: FastifyReply) {
  const scenario = bank.state.scenarioOf(one.orderId)
  const mdStatus = scenario === 'md-status-0' ? '0' : scenario === 'md-status-4' ? '4' : one.mdStatus
  const error =
    scenario === 'decline'
      ? { code: '10051', group: 'NOT_SUFFICIENT_FUNDS' }
      : mdStatus !== '1'
        ? { code: '10098', group: 'MD_STATUS' }
        : one.error
  return finish(bank, one, reply, { error, mdStatus })
}

/** Charges the card, or refuses it. */
function finish(
  bank: Bank,
  one: BankPayment,
  reply: FastifyReply,
  { error, mdStatus = '1' }: { error: BankPayment['error']; mdStatus?: string },
) {
  one.error = error
  one.mdStatus = mdStatus
  one.status = error === null ? 'SUCCESS' : 'FAILURE'
  if (error === null) one.charges += 1
  const scenario = bank.state.scenarioOf(one.orderId)
  if (scenario === 'fraud-review' && error === null) one.fraudStatus = 0
  bank.state.save()
  bank.decided(one)
  if (scenario === 'lost-callback') return show(reply, endPage(one.locale, 'lost'))
  if (scenario === 'duplicate-callback')
    // Nobody waits for these: what matters is what the shop makes of them.
    for (const _ of [1, 2])
      void postCallback(one).catch((error: unknown) => console.error('demo bank:', String(error)))
  const nonce = randomBytes(16).toString('base64')
  const fields = callbackOf(one, { tampered: scenario === 'tampered-callback' })
  return show(reply, returnPage(one, fields, nonce), nonce)
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
