import type { FastifyInstance } from 'fastify'
import { listCoolDowns, setCoolDown } from '#contract/access-rules.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { coolDowns, setDays, toCoolDown } from './cool-downs.ts'

export function coolDownRoutes(app: FastifyInstance, { db, http }: Deps): void {
  route(app, http, listCoolDowns, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: ({ subject, locale }) => coolDowns(db, subject, locale),
  })

  route(app, http, setCoolDown, {
    load: async ({ params, caller }) => {
      const client = await authorizeClient(db, caller, params.clientId)
      const version = (await currentVersions(db)).find((one) => one.inventoryId === params.inventoryId)
      if (version === undefined) throw new Failure('not_found')
      return { client, version }
    },
    handle: async ({ subject: { client, version }, body: { days }, caller, locale, request }) => {
      await setDays(db, client, { version, days }, { userId: caller.userId, address: request.ip })
      return toCoolDown(version, days, locale)
    },
  })
}
