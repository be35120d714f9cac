import type { FastifyInstance } from 'fastify'
import { authToken, openMagicLink, openSlipCode, requestMagicLink, usersMe } from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import { requestLink } from '#server/features/links/link-requests.ts'
import { sendMagicLink } from '#server/features/magic-links/jobs.ts'
import { userObject } from '#server/features/users/users.ts'
import { originOf } from '#server/http/origin.ts'
import { route } from '#server/http/route.ts'
import { signInByLink, signInByPassword } from './sign-in.ts'
import { signInByCode } from './slip-codes.ts'
import { withTests } from './with-tests.ts'

export function signInRoutes(app: FastifyInstance, deps: Deps): void {
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
    handle: async ({ params, locale, request }) =>
      withTests(deps, await signInByLink(deps.db, params.uid, params.token, originOf(request)), locale),
  })
  route(app, deps.http, openSlipCode, {
    handle: async ({ body, locale, request }) =>
      withTests(deps, await signInByCode(deps, body.code, originOf(request)), locale),
  })
  route(app, deps.http, requestMagicLink, {
    handle: async ({ body, locale, request }) => {
      await requestLink(deps.db, request.ip, sendMagicLink, { ...body, locale })
      return undefined
    },
  })
  route(app, deps.http, usersMe, {
    handle: ({ caller }) => userObject(deps.db, caller.userId, caller),
  })
}
