import type { FastifyInstance } from 'fastify'
import { signOut } from '#contract/auth.ts'
import { endSession, endSessions, listSessions } from '#contract/sessions.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { authorizeSession, endOwnSession, endOwnSessions, openedSessions, signOutHere } from './devices.ts'

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, signOut, {
    handle: async ({ caller, request }) => {
      await signOutHere(deps.db, { caller, address: request.ip })
      return undefined
    },
  })
  route(app, deps.http, listSessions, { handle: ({ caller }) => openedSessions(deps.db, caller) })
  route(app, deps.http, endSession, {
    load: ({ params, caller }) => authorizeSession(deps.db, caller, params.sessionId),
    handle: async ({ caller, subject, request }) => {
      await endOwnSession(deps.db, { caller, address: request.ip }, subject)
      return undefined
    },
  })
  route(app, deps.http, endSessions, {
    handle: async ({ caller, request }) => {
      await endOwnSessions(deps.db, { caller, address: request.ip })
      return undefined
    },
  })
}
