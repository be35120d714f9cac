import type { FastifyInstance } from 'fastify'
import { saveResponses } from '#contract/responses.ts'
import { knownDatabaseTime } from '#server/db/clock-queries.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/http/failure.ts'
import { fieldErrors } from '#server/http/field-errors.ts'
import { handleError, isUnavailable, sendProblem } from '#server/http/problems.ts'
import { guestLimit, tokenOf } from '#server/http/route.ts'
import { surplusOf } from '#server/http/surplus.ts'
import { localeOf } from '#server/locales.ts'
import { withdrawnTokenOf } from './access.ts'
import { receiptOf } from './received.ts'
import { requireLiveToken, saveFor } from './save.ts'

/**
 * The hot path, and the one route that is not made by `route()`: the statement that stores the answers also checks the
 * token, so nothing is looked up before it, but for a body of more than anybody may send. What is wrong with the body is said
 * only after the token was looked at.
 */
export function responseRoutes(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: saveResponses.method,
    url: `/api${saveResponses.path}`,
    bodyLimit: 1024 * 1024,
    config: { entry: saveResponses },
    onRequest: async (request) => {
      const token = tokenOf(request)
      if (token === undefined) throw new Failure('not_authenticated')
      // Of a short body the statement that stores the answers says so; a long one would be read first for anybody.
      if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > guestLimit)
        if ((await withdrawnTokenOf(deps.db, token)) === undefined) await requireLiveToken(deps, request)
    },
    errorHandler: async (error, request, reply) => {
      if (error instanceof Failure || error.statusCode === undefined)
        return handleError(error, request, reply)
      const refusal = await requireLiveToken(deps, request).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      return handleError(refusal instanceof Failure ? refusal : error, request, reply)
    },
    handler: async (request, reply) => {
      const surplus = surplusOf(saveResponses.body, request.body)
      const body = surplus
        ? { success: false as const, error: { issues: [surplus] } }
        : saveResponses.body.safeParse(request.body ?? {}, { reportInput: true })
      if (!body.success) {
        await requireLiveToken(deps, request)
        const locale = localeOf(request.headers['accept-language'], deps.config.defaultLocale)
        return sendProblem(request, reply, 'invalid_request', fieldErrors(body.error.issues, locale))
      }
      const arrived = knownDatabaseTime()
      const sent = { epoch: undefined, ...body.data }
      const data = await saveFor(deps, request, sent).catch((error: unknown) => {
        // Of the product's own refusals, such as a full queue, none has a receipt: only a database that is away.
        if (error instanceof Failure || !isUnavailable(error)) throw error
        request.log.warn({ err: error }, 'unavailable')
        const received = receiptOf(deps.config.slipKey, { ...sent, token: tokenOf(request) ?? '' }, arrived)
        throw new Failure('service_unavailable', { retryAfterSeconds: 2, details: { received } })
      })
      return reply.send({ data, status: 'success' })
    },
  })
}
