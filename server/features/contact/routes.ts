import type { FastifyInstance } from 'fastify'
import { openContact, sendContact } from '#contract/contact.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { acceptMessage, openForm } from './contact.ts'

export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, openContact, {
    handle: async ({ request }) => ({ token: await openForm(deps.db, request.ip) }),
  })
  route(app, deps.http, sendContact, {
    handle: async ({ body, locale, request }) => {
      await acceptMessage(deps.db, body, { locale, address: request.ip })
      return undefined
    },
  })
}
