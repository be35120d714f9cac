import type { FastifyInstance } from 'fastify'
import { listPersonMails, listUserMails } from '#contract/mail-history.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeUser } from '#server/features/users/access.ts'
import { Failure } from '#server/http/failure.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { toMailRecord } from './mail-record.ts'
import { findMails, findMemberOf } from './queries.ts'

/** Which mails went to a person: a client's own for its managers, all of them for operators. */
export function mailHistoryRoutes(app: FastifyInstance, { db, http }: Deps): void {
  route(app, http, listPersonMails, {
    load: async ({ params, caller }) => {
      const client = await authorizeClient(db, caller, params.clientId)
      const member = await findMemberOf(db, client, params.membershipId)
      if (member === undefined) throw new Failure('not_found')
      return member
    },
    handle: async ({ subject, query, request }) => {
      const oldestFirst = query.ordering === 'at'
      const { count, rows } = await findMails(db, subject, { ...sliceOf(query), oldestFirst })
      return pageOf(request, query, { count, rows: rows.map(toMailRecord) })
    },
  })

  route(app, http, listUserMails, {
    load: ({ params, caller }) => authorizeUser(db, caller, params.userId),
    handle: async ({ subject, query, request }) => {
      const oldestFirst = query.ordering === 'at'
      const which = { userId: subject.id, clientId: null }
      const { count, rows } = await findMails(db, which, { ...sliceOf(query), oldestFirst })
      return pageOf(request, query, { count, rows: rows.map(toMailRecord) })
    },
  })
}
