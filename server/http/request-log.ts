import type { FastifyInstance } from 'fastify'
import { type Spent, spend } from '#server/db/spent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    spent: Spent
  }
}

/**
 * One line for each request, with its id: what was asked for by route, the client it was about, the status, and how long it
 * took, and of that in the database. Saved answers are written together with those of other people, so that their time in the
 * database is nobody's own.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('spent')
  app.addHook('onRequest', (request, _reply, done) => {
    request.spent = { ms: 0, statements: 0 }
    spend(request.spent, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, params, spent } = request
    request.log.info(
      {
        method,
        route: routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        databaseMs: Math.round(spent.ms),
        statements: spent.statements,
        client: clientOf(params),
      },
      'request',
    )
    done()
  })
}

const clientOf = (params: unknown): string | undefined =>
  typeof params === 'object' && params !== null && 'clientId' in params && typeof params.clientId === 'string'
    ? params.clientId
    : undefined
