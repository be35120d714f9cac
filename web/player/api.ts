import type { sendVerification, usersMe } from '#contract/auth.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { AnswerOf, BodyIn, Call, ParamsIn } from '#contract/kit.ts'
import type * as participant from '#contract/participant.ts'
import type { saveResponses } from '#contract/responses.ts'
import { currentLocale } from './words.ts'

const timeoutMs = 60_000

/**
 * Method and path of a contract entry, checked against it by the compiler. The entry itself stays out of the player:
 * its schemas would bring 27 kB of zod, a third of all the code a phone has to load here.
 */
export type Shape<C extends Call> = Pick<C, 'method' | 'path'> & { entry?: C }

export const calls = {
  list: { method: 'GET', path: '/participant/assignments/' } as Shape<typeof participant.listOwnAssignments>,
  assignment: { method: 'GET', path: '/participant/assignments/:assignmentId/' } as Shape<
    typeof participant.getOwnAssignment
  >,
  start: { method: 'POST', path: '/participant/assignments/:assignmentId/start/' } as Shape<
    typeof participant.startAttempt
  >,
  refuse: { method: 'POST', path: '/participant/assignments/:assignmentId/refuse/' } as Shape<
    typeof participant.refuseConsent
  >,
  startSection: {
    method: 'POST',
    path: '/participant/assignments/:assignmentId/sections/:sectionId/start/',
  } as Shape<typeof participant.startSection>,
  submit: { method: 'POST', path: '/participant/assignments/:assignmentId/submit/' } as Shape<
    typeof participant.submitAttempt
  >,
  me: { method: 'GET', path: '/users/me/' } as Shape<typeof usersMe>,
  verify: { method: 'POST', path: '/users/me/verification/' } as Shape<typeof sendVerification>,
  save: { method: 'POST', path: '/participant/tests/save-responses/' } as Shape<typeof saveResponses>,
}

/** A call without success. Status 0: no answer came at all (offline, cut off, too slow). */
export class CallFailure extends Error {
  override name = 'CallFailure'
  readonly status: number
  readonly code: ErrorCode | 'network'
  readonly requestId: string
  readonly retryAfterMs: number

  constructor(
    status: number,
    code: ErrorCode | 'network',
    message: string,
    requestId = '',
    retryAfterMs = 0,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}

type Input<C extends Call> = {
  token: string | undefined
  params?: ParamsIn<C>
  body?: BodyIn<C>
}

function text(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return text(value[0])
  if (typeof value === 'object' && value !== null) return text(Object.values(value)[0])
  return ''
}

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && name in body ? Reflect.get(body, name) : undefined

async function failureOf(response: Response): Promise<CallFailure> {
  // A proxy's error page is no JSON; the status alone says enough then.
  const body: unknown = await response.json().catch(() => undefined)
  const seconds = Number(response.headers.get('retry-after'))
  return new CallFailure(
    response.status,
    text(field(body, 'code')) as ErrorCode,
    text(field(body, 'message')),
    text(field(body, 'requestId')),
    Number.isFinite(seconds) ? seconds * 1000 : 0,
  )
}

/**
 * Makes one call.
 * @throws CallFailure for every answer that is no success, and when none comes
 */
export async function request<C extends Call>(shape: Shape<C>, input: Input<C>): Promise<AnswerOf<C>> {
  const params: Record<string, unknown> = input.params ?? {}
  const path = shape.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': currentLocale() }
  if (input.token !== undefined) headers.authorization = `Token ${input.token}`
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(`/api${path}`, {
      method: shape.method,
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) {
      // Some answers, 202 and 204, say all they have to say by their status.
      const body = await response.text()
      return (body === '' ? undefined : JSON.parse(body)) as AnswerOf<C>
    }
  } catch (cause) {
    throw new CallFailure(0, 'network', cause instanceof Error ? cause.message : String(cause))
  }
  throw await failureOf(response)
}
