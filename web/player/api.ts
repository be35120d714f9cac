import type { openMagicLink, openSlipCode, sendVerification, usersMe } from '#contract/auth.ts'
import type { listOwnConsents, withdrawConsent } from '#contract/consents.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { AnswerOf, BodyIn, Call, ParamsIn } from '#contract/kit.ts'
import type * as participant from '#contract/participant.ts'
import type { Received, saveResponses } from '#contract/responses.ts'
import type { noteSignals } from '#contract/signals.ts'
import { kioskHere } from './device/kiosk.ts'
import { offlineToken } from './tablet/offlineToken.ts'
import { currentLocale } from './words.ts'

const usualTimeoutMs = 60_000

/**
 * Method and path of a contract entry, checked against it by the compiler. The entry itself stays out of the player:
 * its schemas would bring 27 kB of zod, a third of all the code a phone has to load here.
 */
export type Shape<C extends Call> = Pick<C, 'method' | 'path'> & {
  entry?: C
  /** Fields every answer has. One without them is not the product's, even with a good status. Empty: no body. */
  has: readonly string[]
}

export const calls = {
  openLink: { method: 'POST', path: '/magic-link/:uid/:token/', has: ['token', 'user'] } as Shape<
    typeof openMagicLink
  >,
  openCode: { method: 'POST', path: '/slip-code/', has: ['token', 'user'] } as Shape<typeof openSlipCode>,
  list: { method: 'GET', path: '/participant/assignments/', has: ['results', 'serverTime'] } as Shape<
    typeof participant.listOwnAssignments
  >,
  assignment: {
    method: 'GET',
    path: '/participant/assignments/:assignmentId/',
    has: ['id', 'status', 'notices'],
  } as Shape<typeof participant.getOwnAssignment>,
  start: {
    method: 'POST',
    path: '/participant/assignments/:assignmentId/start/',
    has: ['testId', 'attemptToken', 'form', 'responses', 'serverTime'],
  } as Shape<typeof participant.startAttempt>,
  refuse: { method: 'POST', path: '/participant/assignments/:assignmentId/refuse/', has: [] } as Shape<
    typeof participant.refuseConsent
  >,
  consents: { method: 'GET', path: '/participant/consents/', has: ['results', 'next'] } as Shape<
    typeof listOwnConsents
  >,
  withdraw: { method: 'POST', path: '/participant/assignments/:assignmentId/withdraw/', has: [] } as Shape<
    typeof withdrawConsent
  >,
  startSection: {
    method: 'POST',
    path: '/participant/assignments/:assignmentId/sections/:sectionId/start/',
    has: ['serverTime', 'startedAt'],
  } as Shape<typeof participant.startSection>,
  submit: {
    method: 'POST',
    path: '/participant/assignments/:assignmentId/submit/',
    has: ['receipt'],
  } as Shape<typeof participant.submitAttempt>,
  me: { method: 'GET', path: '/users/me/', has: ['id', 'authority'] } as Shape<typeof usersMe>,
  verify: { method: 'POST', path: '/users/me/verification/', has: [] } as Shape<typeof sendVerification>,
  signals: { method: 'POST', path: '/participant/assignments/:assignmentId/signals/', has: [] } as Shape<
    typeof noteSignals
  >,
  save: { method: 'POST', path: '/participant/tests/save-responses/', has: ['data', 'status'] } as Shape<
    typeof saveResponses
  >,
}

/**
 * - `network`: nothing came back.
 * - `no_answer`: the time was over, or what came back acknowledges nothing.
 * - `foreign`: what came back is not the product's own, but a captive portal's or a proxy's page, or nothing at all.
 * - `begun_elsewhere`: the server has a test that a tablet began without it, beside the one that counts.
 * - `awaits_decision`: the server has a test that a tablet began without it, and a manager decides about it.
 * - `needs_connection`: a tablet may not begin this test without the server.
 */
type FailureCode =
  | ErrorCode
  | 'network'
  | 'no_answer'
  | 'foreign'
  | 'begun_elsewhere'
  | 'awaits_decision'
  | 'needs_connection'

/** The problem details of a failure that the product did not report. */
export const noProblem: Readonly<Record<string, unknown>> = {}

/** A call without success. Status 0: the product itself has said nothing, so nothing is known of what was sent. */
export class CallFailure extends Error {
  override name = 'CallFailure'
  readonly status: number
  readonly code: FailureCode
  /** The fields that the product's own refusal names. */
  readonly fields: readonly string[]
  readonly requestId: string
  readonly retryAfterMs: number
  /** That answers arrived, though they could not be stored. */
  received: Received | undefined
  /** The whole of the product's own refusal; empty where there was none. */
  readonly problem: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    code: FailureCode,
    message: string,
    requestId = '',
    retryAfterMs = 0,
    problem: Readonly<Record<string, unknown>> = noProblem,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
    this.problem = problem
    this.fields = isRecord(problem.message) ? Object.keys(problem.message) : []
  }
}

export type Input<C extends Call> = {
  token: string | undefined
  params?: ParamsIn<C>
  query?: Record<string, string>
  body?: BodyIn<C>
  /** Replaces the default timeout for calls that take long on a slow line. */
  timeoutMs?: number
  /** The answer that the page has asked for before this code was there (early/script.ts). */
  early?: Promise<Response> | undefined
}

function text(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return text(value[0])
  if (typeof value === 'object' && value !== null) return text(Object.values(value)[0])
  return ''
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeOf = (response: Response) => response.headers.get('content-type')?.split(';')[0]?.trim()

/** A body as JSON; nothing where it is none. Throws what fetch throws where the line was cut in the middle. */
async function jsonOf(response: Response): Promise<unknown> {
  const body = await response.text()
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The failure for an answer that is no success. */
export async function failureOf(response: Response): Promise<CallFailure> {
  const seconds = Number(response.headers.get('retry-after'))
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : 0
  const body = typeOf(response) === 'application/problem+json' ? await jsonOf(response) : undefined
  const own =
    isRecord(body) &&
    body.status === response.status &&
    typeof body.code === 'string' &&
    body.type === `urn:terazi:problem:${body.code}`
  if (!own) return foreign(waitMs)
  const failure = new CallFailure(
    response.status,
    body.code as ErrorCode,
    text(body.message),
    text(body.requestId),
    waitMs,
    body,
  )
  if (isRecord(body.received))
    failure.received = { at: text(body.received.at), proof: text(body.received.proof) }
  return failure
}

/** The failure for an answer from a proxy or a portal: its status says nothing about what was sent. */
const foreign = (waitMs = 0) => new CallFailure(0, 'foreign', '', '', waitMs)

/** Returns the content of a successful answer. @throws CallFailure if the answer is not the product's */
async function answerOf(response: Response, has: readonly string[]): Promise<unknown> {
  if (has.length === 0) {
    // Nothing to read: the id that every answer of the product carries is what a portal's 204 lacks.
    if (response.headers.has('x-request-id')) return undefined
    throw foreign()
  }
  const body = typeOf(response) === 'application/json' ? await jsonOf(response) : undefined
  if (isRecord(body) && has.every((name) => Object.hasOwn(body, name))) return body
  throw isRecord(body) ? new CallFailure(0, 'foreign', '', '', 0, body) : foreign()
}

/**
 * Makes one call. On a test day's tablet that reaches no server, what the tablet has prepared may answer.
 * @throws CallFailure for every answer that is no success of the product's own, and when none comes
 */
export async function request<C extends Call>(shape: Shape<C>, input: Input<C>): Promise<AnswerOf<C>> {
  const kiosk = kioskHere()
  const prepared = async () => (await kiosk?.answer(shape, input)) as AnswerOf<C> | undefined
  // A person that the tablet let in has no session on the server.
  const here = input.token === offlineToken ? await prepared() : undefined
  if (here !== undefined) return here
  try {
    return await send(shape, input)
  } catch (error) {
    // A start that was not answered in time may have begun the test all the same.
    const may =
      error instanceof CallFailure &&
      error.status === 0 &&
      !(shape.path === calls.start.path && error.code !== 'network')
    const answer = may ? await prepared() : undefined
    if (answer === undefined) throw error
    return answer
  }
}

async function send<C extends Call>(shape: Shape<C>, input: Input<C>): Promise<AnswerOf<C>> {
  const params: Record<string, unknown> = input.params ?? {}
  const path = shape.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': currentLocale() }
  if (input.token !== undefined) headers.authorization = `Token ${input.token}`
  // Also without a body: some networks refuse a post that doesn't say what it is.
  if (input.body !== undefined || shape.method === 'POST') headers['content-type'] = 'application/json'
  try {
    const query = input.query ? `?${new URLSearchParams(input.query)}` : ''
    const response = await (input.early ??
      fetch(`/api${path}${query}`, {
        method: shape.method,
        headers,
        // The API sends nobody elsewhere: a redirect is a portal's.
        redirect: 'manual',
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        signal: AbortSignal.timeout(input.timeoutMs ?? usualTimeoutMs),
      }))
    if (response.ok) return (await answerOf(response, shape.has)) as AnswerOf<C>
    throw await failureOf(response)
  } catch (cause) {
    if (cause instanceof CallFailure) throw cause
    const late = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new CallFailure(
      0,
      late ? 'no_answer' : 'network',
      cause instanceof Error ? cause.message : String(cause),
    )
  }
}
