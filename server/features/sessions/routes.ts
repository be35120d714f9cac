import type { FastifyInstance } from 'fastify'
import { authToken, openMagicLink, openSlipCode, requestMagicLink, signOut, usersMe } from '#contract/auth.ts'
import { endSession, endSessions, listSessions } from '#contract/sessions.ts'
import type { Deps } from '#server/deps.ts'
import { sendMagicLink } from '#server/features/magic-links/jobs.ts'
import { userObject } from '#server/features/users/users.ts'
import { originOf } from '#server/http/origin.ts'
import { route } from '#server/http/route.ts'
import { authorizeSession, endOwnSession, endOwnSessions, openedSessions, signOutHere } from './devices.ts'
import { requestLink } from './link-requests.ts'
import { signInByLink, signInByPassword } from './sign-in.ts'
import { signInByCode } from './slip-codes.ts'

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, authToken, {
    handle: ({ body, request }) =>
      signInByPassword(deps.db, {
        username: body.username,
        password: body.password,
        remember: body.remember ?? false,
        ...originOf(request),
      }),
  })
  route(app, deps.http, openMagicLink, {
    handle: ({ params, request }) => signInByLink(deps.db, params.uid, params.token, originOf(request)),
  })
  route(app, deps.http, openSlipCode, {
    handle: ({ body, request }) => signInByCode(deps, body.code, originOf(request)),
  })
  route(app, deps.http, requestMagicLink, {
    handle: async ({ body, locale, request }) => {
      await requestLink(deps.db, request.ip, sendMagicLink, { email: body.email, locale })
      return undefined
    },
  })
  route(app, deps.http, signOut, {
    handle: async ({ caller, request }) => {
      await signOutHere(deps.db, { caller, address: request.ip })
      return undefined
    },
  })
  route(app, deps.http, usersMe, {
    handle: ({ caller }) => userObject(deps.db, caller.userId, caller),
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
