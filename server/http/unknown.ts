import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { localeOf, translate } from '#server/locales.ts'
import { sendProblem } from './problems.ts'

/** An address nobody serves; under a known one, a method nobody takes. */
export function handleUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code: ErrorCode = 'not_found'
  const locale = localeOf(request.headers['accept-language'], 'tr')
  return sendProblem(request, reply, code, translate(locale, `errors:${code}`))
}
