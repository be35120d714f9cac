import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { addressOf } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { acceptForms } from '#server/http/bodies.ts'
import { Failure } from '#server/http/failure.ts'
import { plainPolicy } from '#server/http/plain-page.ts'
import { localeOf } from '#server/locales.ts'
import { readCard } from './card.ts'
import { type CardDeps, limitCards, openCardForm, submitCard } from './card-form.ts'
import { cardFormPage, cardStopPage } from './card-page.ts'
import { cardFormPath } from './start.ts'

const address = z.object({ paymentId: id, secret: z.string().min(1).max(100) })

/**
 * The card form of direct 3-D Secure. Its address is the permission: the secret of one attempt, used up by one card. Where cards
 * are typed on the provider's page nothing of it exists.
 */
export function cardRoutes(app: FastifyInstance, { db, payments, config }: Deps): void {
  const { sales, publicUrl } = config
  const cards = payments?.cards
  if (payments === undefined || cards === undefined || sales === undefined) return
  const deps = ({ log }: FastifyRequest): CardDeps => ({ db, payments, cards, sales, publicUrl, log })
  const formOf = async (request: FastifyRequest) => {
    const { data } = address.safeParse(request.params)
    return data && openCardForm(deps(request), data.paymentId, data.secret)
  }
  const stop = (request: FastifyRequest, reply: FastifyReply, what: 'over' | 'tooMany') =>
    show(reply, cardStopPage(localeOf(request.headers['accept-language'], config.defaultLocale), what))

  const url = `${cardFormPath}/:paymentId/:secret`
  app.get(url, async (request, reply) => {
    const form = await formOf(request)
    return form === undefined ? stop(request, reply.status(404), 'over') : show(reply, cardFormPage(form))
  })
  void app.register((scope, _options, done) => {
    acceptForms(scope, 4096)
    scope.post(url, async (request, reply) => {
      const form = await formOf(request)
      if (form === undefined) return stop(request, reply.status(404), 'over')
      try {
        await limitCards(db, form.awaited, request.ip)
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'too_many_requests') throw error
        reply.header('retry-after', String(error.retryAfterSeconds ?? 60))
        return stop(request, reply.status(429), 'tooMany')
      }
      const typed = readCard(request.body, new Date())
      if ('wrong' in typed) return show(reply.status(422), cardFormPage(form, typed))
      const { card, installment } = typed
      const page = await submitCard(deps(request), form, card, { installment, address: request.ip })
      return page === undefined
        ? reply.redirect(`${addressOf('paymentError')}?orderId=${form.awaited.orderId}`, 303)
        : // The bank's page and its scripts run without an origin: nothing of ours is in their reach.
          send(reply, page, 'sandbox allow-scripts allow-forms')
    })
    done()
  })
}

const show = (reply: FastifyReply, page: string) => send(reply, page, plainPolicy("'self'"))

const send = (reply: FastifyReply, page: string, policy: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', policy)
    .send(page)
