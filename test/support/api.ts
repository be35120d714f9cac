import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf, BodyIn, Call, ParamsIn, QueryIn } from '#contract/kit.ts'
import { pathOf } from '#contract/kit.ts'

export interface Sent<C extends Call> {
  token?: string | undefined
  params?: ParamsIn<C>
  query?: QueryIn<C>
  body?: BodyIn<C>
  headers?: Record<string, string>
}

export interface Received<C extends Call> {
  status: number
  /** The parsed answer of a success; reading it after a failure throws with the problem. */
  readonly answer: AnswerOf<C>
  /** The code of a problem, or undefined. */
  code: string | undefined
  json: unknown
  text: string
  bytes: Buffer
  headers: Headers
}

/** Makes one call over real HTTP and checks the answer against the contract. */
export async function request<const C extends Call>(
  url: string,
  entry: C,
  sent: Sent<C> = {},
): Promise<Received<C>> {
  const query = new URLSearchParams(
    Object.entries(sent.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const body: unknown = sent.body
  const file = body instanceof Blob ? body : undefined
  const response = await fetch(`${url}${pathOf(entry, sent.params as Record<string, string>)}?${query}`, {
    method: entry.method,
    headers: {
      ...(sent.token && { authorization: `Token ${sent.token}` }),
      ...(sent.body !== undefined && { 'content-type': file?.type ?? 'application/json' }),
      ...sent.headers,
    },
    ...(sent.body !== undefined && { body: file ?? JSON.stringify(sent.body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString('utf8')
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const json: unknown = isJson ? JSON.parse(text) : undefined
  const parsed =
    response.status === entry.answer.status && 'json' in entry.answer
      ? entry.answer.json.parse(json)
      : undefined
  // Parsing drops what the contract doesn't list: an answer that sends more may show somebody what isn't theirs to see.
  if (parsed !== undefined && !isDeepStrictEqual(parsed, json))
    throw new Error(`${entry.name} answers more than its contract lists: ${text.slice(0, 500)}`)
  return {
    status: response.status,
    get answer() {
      if (!response.ok) throw new Error(`${entry.name} answered ${response.status}: ${text.slice(0, 500)}`)
      return parsed as AnswerOf<C>
    },
    code: response.ok ? undefined : (Object(json).code as string | undefined),
    json,
    text,
    bytes,
    headers: response.headers,
  }
}
