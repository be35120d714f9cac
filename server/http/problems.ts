import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { localeOf, translate } from '#server/locales.ts'
import { Failure, FieldFailure } from './failure.ts'

/** RFC 9457, with the stable `code`, a `message` in the caller's language and the request's id. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  message: string | Record<string, string[]>
  requestId: string
}

/** Answers with a problem; `message` is the code's text unless field errors are given. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  message: Problem['message'],
  details: Record<string, unknown> = {},
): FastifyReply {
  const status = errorStatus[code]
  const problem: Problem = {
    ...details,
    type: `urn:terazi:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    message,
    requestId: request.id,
  }
  return reply.status(status).type('application/problem+json').send(problem)
}

// Fastify's own refusals, before any of our code sees the request.
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

function codeOf(error: FastifyError): ErrorCode {
  const known = frameworkCodes[error.code]
  if (known !== undefined) return known
  if (isUnavailable(error)) return 'service_unavailable'
  return error.statusCode === 429 ? 'too_many_requests' : 'internal_error'
}

/** Turns anything a handler threw into a problem; only unexpected errors are logged with their stack. */
export function handleError(
  error: FastifyError | Failure,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const locale = localeOf(request.headers['accept-language'], 'tr')
  if (error instanceof Failure) {
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    if (error instanceof FieldFailure) {
      const fields = Object.entries(error.fields).map(([name, { key, variables }]) => [
        name,
        [translate(locale, `validation:${key}`, variables)],
      ])
      return sendProblem(request, reply, error.code, Object.fromEntries(fields))
    }
    return sendProblem(
      request,
      reply,
      error.code,
      translate(locale, `errors:${error.code}`, error.variables),
      error.details,
    )
  }
  const code = codeOf(error)
  if (code === 'internal_error') request.log.error({ err: error }, 'unexpected error')
  if (code === 'service_unavailable') {
    request.log.warn({ err: error }, 'unavailable')
    reply.header('retry-after', '2')
  }
  return sendProblem(request, reply, code, translate(locale, `errors:${code}`))
}
