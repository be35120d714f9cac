import type { FastifyInstance } from 'fastify'
import { replacePerson } from '#contract/access-rules.ts'
import { authorizeClient } from '#server/authority/client.ts'
import { repeated } from '#server/db/repeated.ts'
import type { Deps } from '#server/deps.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { route } from '#server/http/route.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { linkFor } from './invite-one.ts'
import { replace, replaced } from './replace.ts'

export function replaceRoutes(app: FastifyInstance, { db, http, config }: Deps): void {
  route(app, http, replacePerson, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: async ({ subject: client, body, caller, locale, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      const scope = { clientId: client.id, call: replacePerson.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, body)
      await limitPace(db, client.id, 'invitations')
      return repeated(() =>
        db.transaction().execute(async (tx) => {
          const { addressed, ...came } = await once(
            tx,
            idempotency,
            () => replace(tx, client, { body, locale, by }),
            (stored) => replaced.parse(stored),
          )
          // Not part of what is kept under the key: links are in no table.
          const link = await linkFor(tx, client, { ...by, locale }, { ...came, addressed }, config.publicUrl)
          return { ...came, link }
        }),
      )
    },
  })
}
