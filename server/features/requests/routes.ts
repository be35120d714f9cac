import type { FastifyInstance } from 'fastify'
import { isOperator } from '#contract/access.ts'
import {
  checkIdentity as checkIdentityCall,
  decideRequest as decideRequestCall,
  listOwnRequests,
  listRequests,
  makeRequest as makeRequestCall,
} from '#contract/requests.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { findRequests } from './queries.ts'
import {
  authorizeRequest,
  checkIdentity,
  decideRequest,
  makeRequest,
  membershipsOfCaller,
  ownRequestObject,
  requestObject,
} from './requests.ts'

export function requestRoutes(app: FastifyInstance, { db, http, config }: Deps): void {
  const byOf = (caller: { userId: string }, request: { ip: string }) => ({
    userId: caller.userId,
    address: request.ip,
  })

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
}
