import type { FastifyInstance } from 'fastify'
import { askForCode as askForCodeCall, confirmIdentity as confirmIdentityCall } from '#contract/identity.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { askForCode, confirmIdentity } from './identity.ts'

export function identityRoutes(app: FastifyInstance, { db, http, config }: Deps): void {
  route(app, http, askForCodeCall, {
    handle: async ({ caller }) => ({ contact: await askForCode(db, caller) }),
  })
  route(app, http, confirmIdentityCall, {
    handle: async ({ caller, body, request }) => {
      const until = await confirmIdentity(db, config.slipKey, caller, body.code, request.ip)
      return { provedUntil: until.toISOString() }
    },
  })
}
