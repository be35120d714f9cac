import type { FastifyInstance } from 'fastify'
import { confirmRegistration, getRegistrationPage, register } from '#contract/registering.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { pageFor, registrationAt } from './page.ts'
import { begin, confirm } from './register.ts'

/** What people do who open a registration's link. */
export function registeringRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const load = ({ params }: { params: { code: string } }) => registrationAt(db, params.code)
  route(app, http, getRegistrationPage, {
    load,
    handle: ({ subject, locale, request }) => pageFor(db, subject, { locale, address: request.ip }),
  })
  route(app, http, register, {
    load,
    handle: ({ subject, body, locale, request }) =>
      begin(deps, subject, body, { locale, address: request.ip }),
  })
  route(app, http, confirmRegistration, {
    load,
    handle: ({ subject, body, locale, request }) =>
      confirm(deps, subject, body, { locale, address: request.ip }),
  })
}
