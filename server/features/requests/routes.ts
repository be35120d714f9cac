import type { FastifyInstance } from 'fastify'
import { isOperator } from '#contract/access.ts'
import type { Locale } from '#contract/fields.ts'
import type { HandedData } from '#contract/own-data.ts'
import {
  checkIdentity as checkIdentityCall,
  decideRequest as decideRequestCall,
  enterRequest as enterRequestCall,
  findRequesters as findRequestersCall,
  handOutData,
  handOutDataPdf,
  listOwnRequests,
  listRequests,
  makeRequest as makeRequestCall,
} from '#contract/requests.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { madeAt } from '#server/features/exports/made.ts'
import { handedPaper } from '#server/features/own-data/paper.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Caller } from '#server/http/caller.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { enterRequest } from './enter.ts'
import { handOut } from './hand-out.ts'
import { findRequesters, findRequests } from './queries.ts'
import {
  authorizeRequest,
  checkIdentity,
  decideRequest,
  makeRequest,
  membershipsOfCaller,
  ownRequestObject,
  requestObject,
} from './requests.ts'

const byOf = ({ userId, name }: Caller, { ip }: { ip: string }) => ({ userId, name, address: ip })

export function requestRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http, config } = deps
  route(app, http, makeRequestCall, {
    load: ({ caller }) => membershipsOfCaller(db, caller),
    handle: ({ subject, caller, body, request }) =>
      makeRequest(db, subject, body, {
        ...byOf(caller, request),
        provedBy: caller.proved ? caller.tokenHash : null,
      }),
  })

  route(app, http, listOwnRequests, {
    handle: async ({ caller, query, request }) => {
      const whose = { person: { userId: caller.userId, clientId: caller.invitationClientId } }
      const order = query.ordering ?? '-createdAt'
      const { count, rows } = await findRequests(db, whose, {}, order, sliceOf(query))
      return pageOf(request, query, { count, rows: rows.map((row) => ownRequestObject(row, caller)) })
    },
  })

  route(app, http, listRequests, {
    handle: async ({ caller, query, request, locale }) => {
      const whose =
        query.client !== undefined
          ? { client: await authorizeClient(db, caller, query.client) }
          : isOperator(caller)
            ? {}
            : { managerId: caller.userId }
      const found = await findRequests(db, whose, query, query.ordering ?? 'dueAt', sliceOf(query))
      const rows = await Promise.all(found.rows.map((row) => requestObject(db, row, locale)))
      return pageOf(request, query, { count: found.count, rows })
    },
  })

  route(app, http, checkIdentityCall, {
    load: ({ params, caller }) => authorizeRequest(db, caller, params.requestId),
    handle: async ({ subject, body, caller, request, locale }) => {
      await checkIdentity(db, subject, body, byOf(caller, request))
      const { row } = await authorizeRequest(db, caller, subject.row.id)
      return requestObject(db, row, locale)
    },
  })
  route(app, http, decideRequestCall, {
    load: ({ params, caller }) => authorizeRequest(db, caller, params.requestId),
    handle: async ({ subject, body, caller, request, locale }) => {
      const handOver = await decideRequest(db, config.slipKey, subject, body, byOf(caller, request))
      const { row } = await authorizeRequest(db, caller, subject.row.id)
      return { ...(await requestObject(db, row, locale)), handOver }
    },
  })
  deskRoutes(app, deps)
}

/** Whose data it is and when it was made: it is handed to that person. Who made it is said in it. */
const fileName = ({ name }: HandedData, timeZone: string, locale: Locale, end: 'json' | 'pdf') =>
  attachment(`${translate(locale, 'exports:file.handedData')} ${madeAt(name, timeZone)}.${end}`)

/** What is entered and handed out at the desk. */
function deskRoutes(app: FastifyInstance, { db, http, pdf, config }: Deps): void {
  route(app, http, findRequestersCall, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: async ({ subject, query }) => {
      const found = await findRequesters(db, subject, query.search ?? '', 20)
      return found.map((one) => ({ ...one, leftAt: one.leftAt?.toISOString() ?? null }))
    },
  })
  route(app, http, enterRequestCall, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: ({ subject, body, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      const scope = { clientId: subject.id, call: enterRequestCall.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, body)
      return db.transaction().execute((tx) =>
        once(
          tx,
          idempotency,
          () => enterRequest(tx, subject, body, by),
          (stored) => enterRequestCall.answer.json.parse(stored),
        ),
      )
    },
  })

  route(app, http, handOutData, {
    load: ({ params, caller }) => authorizeRequest(db, caller, params.requestId),
    handle: async ({ subject, caller, request, reply }) => {
      // The language of mails to this person.
      const { locale } = subject.row
      const by = { ...byOf(caller, request), way: 'json' } as const
      const data = await handOut(db, config.slipKey, subject, by, locale)
      reply.header('content-disposition', fileName(data, subject.client.timeZone, locale, 'json'))
      return data
    },
  })
  route(app, http, handOutDataPdf, {
    load: ({ params, caller }) => authorizeRequest(db, caller, params.requestId),
    handle: async ({ subject, caller, query, request, reply }) => {
      const locale = query.lang ?? subject.row.locale
      const by = { ...byOf(caller, request), way: 'pdf' } as const
      const data = await handOut(db, config.slipKey, subject, by, locale)
      const file = await pdf.renderPaper(handedPaper(data, locale))
      reply.header('content-disposition', fileName(data, subject.client.timeZone, locale, 'pdf'))
      return Buffer.from(file)
    },
  })
}
