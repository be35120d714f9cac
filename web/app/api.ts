import type { Access } from '#contract/access.ts'
import type { AnswerOf, BodyIn, Call, ParamsIn, QueryIn } from '#contract/kit.ts'
import { pathOf } from '#contract/kit.ts'
import { apiErrorOf, networkError, signedOutError, timeoutError } from './apiError.ts'
import { clearSession, useAuth } from './auth.ts'
import { useLocaleSettings } from './localeSettings.ts'
import { noteSessionEnd } from './sessionEnd.ts'

const timeoutMs = 60_000

/** Kinds of access that need no session. */
const open: ReadonlySet<Access> = new Set(['guest', 'demo'])

type Part<Name extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Name]: Value }
type OptionalPart<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : { [K in Name]?: Value }

/** The input of a call, by its contract entry: a missing parameter or body does not compile. */
export type Input<C extends Call> = Part<'params', ParamsIn<C>> &
  OptionalPart<'query', QueryIn<C>> &
  Part<'body', BodyIn<C>> & { signal?: AbortSignal; headers?: Record<string, string> }

interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
}

function urlOf(entry: Call, { params, query }: LooseInput): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return `${pathOf(entry, params)}${text ? `?${text}` : ''}`
}

const typeOf = (body: unknown) => (body instanceof Blob ? body.type : 'application/json')

async function send(
  entry: Call,
  input: LooseInput,
  clock = AbortSignal.timeout(timeoutMs),
): Promise<Response> {
  const token = useAuth.getState().token
  // A page on its way out still draws once after the session has ended: its calls need no answer from the server.
  if (!token && !input.headers?.authorization && !open.has(entry.access)) throw signedOutError()
  const request: RequestInit = {
    method: entry.method,
    headers: {
      accept: 'application/json, application/problem+json, */*',
      'accept-language': useLocaleSettings.getState().currentLang,
      ...(token ? { authorization: `Token ${token}` } : {}),
      // Also without a body: some networks refuse a post that doesn't say what it is.
      ...(input.body !== undefined || entry.method === 'POST' ? { 'content-type': typeOf(input.body) } : {}),
      ...input.headers,
    },
    signal: input.signal ? AbortSignal.any([input.signal, clock]) : clock,
  }
  if (input.body !== undefined)
    request.body = input.body instanceof Blob ? input.body : JSON.stringify(input.body)

  let response: Response
  try {
    response = await fetch(urlOf(entry, input), request)
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw clock.aborted ? timeoutError() : networkError()
  }
  if (response.ok) return response

  const body: unknown = await response.json().catch(() => undefined)
  // A late answer to an earlier session's call must not end the present one.
  const current = token !== null && token === useAuth.getState().token
  if ((response.status === 401 || response.status === 403) && current) {
    clearSession()
    noteSessionEnd(response.status === 401 ? 'ended' : 'refused')
  }
  throw apiErrorOf(response.status, body, response.headers)
}

/**
 * Makes one call of the API and gives its answer, typed by the contract entry.
 * The server has parsed what it sends by the same entry, so the answer is not parsed a second time here.
 * @throws ApiError for every answer that is no success, and when none arrives
 */
export async function api<const C extends Call>(entry: C, input: Input<C>): Promise<AnswerOf<C>> {
  const response = await send(entry, input as LooseInput)
  const answer: unknown = 'json' in entry.answer ? await response.json() : undefined
  return answer as AnswerOf<C>
}

/**
 * Fetches a file (a PDF, a CSV) with the session's header, which a plain link cannot carry.
 * @throws ApiError as `api` does
 */
export async function apiFile<const C extends Call>(
  entry: C,
  input: Input<C>,
): Promise<{ blob: Blob; name: string; headers: Headers }> {
  const response = await send(entry, input as LooseInput)
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1]
  const name = encoded ? decodeURIComponent(encoded) : (plain ?? entry.name)
  return { blob: await response.blob(), name, headers: response.headers }
}

/**
 * Opens a stream that stays open for as long as it likes; the caller's signal ends it.
 * @throws ApiError as `api` does, when it does not open
 */
export async function apiStream<const C extends Call>(
  entry: C,
  input: Input<C> & { signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const { body } = await send(entry, input as LooseInput, input.signal)
  return body ?? new ReadableStream({ start: (controller) => controller.close() })
}

/** Hands a file to the browser's downloads. */
export function saveFile({ blob, name }: { blob: Blob; name: string }) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
