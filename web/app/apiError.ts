import i18next from 'i18next'
import type { Problem } from '../ui/feedback/Failure.tsx'

/** A field's texts by its name, as a call's problem answer lists them. */
export type FieldErrors = Record<string, string[]>

interface Failure {
  status: number
  code: string
  message: string
  fields?: FieldErrors
  requestId?: string
  retryAfterSeconds?: number
  problem?: Record<string, unknown>
}

/** A call that failed. `status` is 0 when no answer arrived. `message` can be shown as it is. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: FieldErrors
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The whole problem document, for a code that carries more (a receipt, the names of people). */
  readonly problem: Record<string, unknown>

  constructor(failure: Failure) {
    super(failure.message)
    this.status = failure.status
    this.code = failure.code
    this.fields = failure.fields ?? {}
    this.requestId = failure.requestId
    this.retryAfterSeconds = failure.retryAfterSeconds
    this.problem = failure.problem ?? {}
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The one sentence of a server's message: of an object its first value, of a list its first element. */
export function firstMessage(message: unknown): string | undefined {
  if (typeof message === 'string') return message === '' ? undefined : message
  if (Array.isArray(message)) return firstMessage(message[0])
  if (isRecord(message)) return firstMessage(Object.values(message)[0])
  return undefined
}

function fieldErrors(message: unknown): FieldErrors {
  if (!isRecord(message)) return {}
  return Object.fromEntries(
    Object.entries(message).map(([field, texts]) => [
      field,
      (Array.isArray(texts) ? texts : [texts]).map(String),
    ]),
  )
}

/** Reads a problem+json answer; an answer of another kind (a proxy's page) still becomes an error with its status. */
export function apiErrorOf(status: number, body: unknown, headers: Headers): ApiError {
  const problem = isRecord(body) ? body : {}
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  const requestId = typeof problem.requestId === 'string' ? problem.requestId : headers.get('x-request-id')
  return new ApiError({
    status,
    code: typeof problem.code === 'string' ? problem.code : 'unknown_error',
    message: firstMessage(problem.message) ?? i18next.t('common:error.somethingWentWrong'),
    fields: fieldErrors(problem.message),
    problem,
    ...(requestId ? { requestId } : {}),
    ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
  })
}

export const timeoutError = () =>
  new ApiError({ status: 0, code: 'timeout', message: i18next.t('common:error.timeout') })

export const networkError = () =>
  new ApiError({ status: 0, code: 'network', message: i18next.t('common:error.network') })

export const signedOutError = () =>
  new ApiError({ status: 401, code: 'not_authenticated', message: i18next.t('common:error.signedOut') })

/** The message to show for any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : i18next.t('common:error.somethingWentWrong')
}

/**
 * The words of a failure for `<Failure>`; null without one.
 * @param options `more` comes after the message; with `withId` the id that support asks for is shown
 */
export function problemOf(
  error: unknown,
  title?: string,
  { withId = false, more = '' } = {},
): Problem | null {
  if (!error) return null
  const text = [errorMessage(error), more].join(' ').trim()
  return { title, text, requestId: withId && error instanceof ApiError ? error.requestId : undefined }
}
