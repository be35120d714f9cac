import type { FastifyInstance } from 'fastify'
import { live, ready } from '#contract/health.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { ping } from './queries.ts'

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, live, { handle: async () => ({ status: 'ok' as const }) })
  route(app, deps.http, ready, {
    handle: async ({ request }) => {
      try {
        await ping(deps.db)
      } catch (error) {
        request.log.warn({ err: error }, 'not ready')
        throw new Failure('service_unavailable', { retryAfterSeconds: 2 })
      }
      return { status: 'ok' as const }
    },
  })
}
