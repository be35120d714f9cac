import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import {
  changeRegistration,
  closeRegistration,
  decideRegistrants,
  getRegistration,
  listRegistrants,
  listRegistrations,
  openRegistration,
  registrationPoster,
} from '#contract/registrations.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { authorizeRegistration } from './access.ts'
import { decide } from './decide.ts'
import { posterOf } from './poster.ts'
import { findRegistration, findRegistrations, type Key } from './queries.ts'
import { findRegistrants } from './registrant-queries.ts'
import { change, close, open, registrationObjects } from './registrations.ts'
import { toRegistrant } from './to-registrant.ts'

const opened = z.object({ id })

/** What a manager does with registrations. */
export function registrationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http, config } = deps
  const { publicUrl } = config
  const shown = async (key: Key, locale: 'tr' | 'en') => {
    const row = await findRegistration(db, key)
    const [registration] = row ? await registrationObjects(db, [row], { locale, publicUrl }) : []
    if (registration === undefined) throw new Failure('not_found')
    return registration
  }

  route(app, http, listRegistrations, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: async ({ subject, query, locale, request }) => {
      const order = query.ordering ?? '-createdAt'
      const found = await findRegistrations(db, subject, query, order, sliceOf(query))
      const rows = await registrationObjects(db, found.rows, { locale, publicUrl })
      return pageOf(request, query, { count: found.count, rows })
    },
  })

  route(app, http, openRegistration, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: async ({ subject, body, caller, locale, request }) => {
      const scope = { clientId: subject.id, call: openRegistration.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, body)
      await limitPace(db, subject.id, 'assignments')
      const by = { userId: caller.userId, address: request.ip }
      const { id } = await db.transaction().execute((tx) =>
        once(
          tx,
          idempotency,
          () => open(tx, subject, by, body),
          (stored) => opened.parse(stored),
        ),
      )
      return shown({ clientId: subject.id, id }, locale)
    },
  })

  const load = authorizeRegistration(db)

  route(app, http, getRegistration, {
    load,
    handle: ({ subject: { client, row }, locale }) => shown({ clientId: client.id, id: row.id }, locale),
  })
  route(app, http, changeRegistration, {
    load,
    handle: async ({ subject: { client, row }, body, caller, locale, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await db.transaction().execute((tx) => change(tx, client, by, row.id, body))
      return shown({ clientId: client.id, id: row.id }, locale)
    },
  })
  route(app, http, closeRegistration, {
    load,
    handle: async ({ subject: { client, row }, caller, locale, request }) => {
      const key = { clientId: client.id, id: row.id }
      const by = { userId: caller.userId, address: request.ip }
      await db.transaction().execute((tx) => close(tx, key, by))
      return shown(key, locale)
    },
  })
  route(app, http, registrationPoster, {
    load,
    handle: async ({ subject: { client, row }, locale, reply }) => {
      if (row.closed_at !== null) throw new Failure('registration_closed')
      await limitPace(db, client.id, 'sheets')
      const pdf = await deps.pdf.renderPoster(await posterOf(db, row, client, publicUrl))
      reply.header('content-disposition', attachment(`${translate(locale, 'exports:file.poster')}.pdf`))
      return Buffer.from(pdf)
    },
  })

  route(app, http, listRegistrants, {
    load,
    handle: async ({ subject: { client, row }, query, request }) => {
      const filter = { ...query, registrationId: row.id }
      const order = query.ordering ?? '-createdAt'
      const found = await findRegistrants(db, client, filter, order, sliceOf(query))
      return pageOf(request, query, { count: found.count, rows: found.rows.map(toRegistrant) })
    },
  })
  route(app, http, decideRegistrants, {
    load,
    handle: async ({ subject: { client, row }, body, caller, request }) => {
      await limitPace(db, client.id, 'invitations')
      return decide(deps, client, row.id, { userId: caller.userId, address: request.ip }, body)
    },
  })
}
