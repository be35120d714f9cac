import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { commonErrors, type ErrorCode, errorStatus } from '#contract/errors.ts'
import { type BodyIn, type Call, pathOf } from '#contract/kit.ts'
import { isOpen } from '#server/http/caller.ts'

/** A call as it came over the line. */
export interface Arrived {
  readonly entry: Call
  /** The entry’s name. */
  readonly name: string
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly params: Record<string, string>
  readonly query: URLSearchParams
  readonly headers: Headers
  /** The body as it was sent; the entry takes it. */
  readonly body: unknown
  /** Aborted when the caller gives the call up before it is answered. */
  readonly givenUp: AbortSignal
}

type Answering = (call: Arrived) => Response | Promise<Response>

/** The body of a call to this entry. */
export const bodyOf = <const C extends Call>(_: C, { body }: Arrived): BodyIn<C> => body as BodyIn<C>

/** An answer that says nothing of the call: the server closes the line. */
export const noAnswer = () => Response.error()

const foreigners = new WeakSet<Response>()

/** An answer that isn't the product's, such as a proxy's page: neither checked against the contract nor given an id. */
export function foreign(response: Response): Response {
  foreigners.add(response)
  return response
}

/** The product's answer when it refuses. */
export function problem(code: ErrorCode, more: object = {}, headers: Record<string, string> = {}): Response {
  const status = errorStatus[code]
  return Response.json(
    {
      type: `urn:terazi:problem:${code}`,
      title: code,
      status,
      code,
      message: 'No.',
      requestId: 'r-1',
      ...more,
    },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )
}

const routes = calls
  .map((entry) => {
    const names = [...entry.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name ?? '')
    const pattern = pathOf(entry, Object.fromEntries(names.map((name) => [name, '·'])))
    const parts = pattern.split(encodeURIComponent('·')).map((part) => part.replace(/[.]/g, '\\.'))
    return { entry, names, pattern: new RegExp(`^${parts.join('([^/]+)')}$`) }
  })
  .toSorted((a, b) => a.names.length - b.names.length)

async function arrivedOf(request: IncomingMessage, givenUp: AbortSignal): Promise<Arrived> {
  const { pathname, searchParams, search } = new URL(request.url ?? '', 'http://localhost')
  for (const { entry, names, pattern } of routes) {
    const found = request.method === entry.method ? pattern.exec(pathname) : null
    if (!found) continue
    const params = Object.fromEntries(
      names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]),
    )
    entry.params?.parse(params)
    entry.query?.parse(Object.fromEntries(searchParams))
    const bytes = await buffer(request)
    const sent: unknown = entry.upload || bytes.length === 0 ? undefined : JSON.parse(bytes.toString())
    // The sent body is kept, not the parsed one: a test looks at what left the page.
    entry.body?.parse(sent)
    return {
      entry,
      name: entry.name,
      method: entry.method,
      url: `${pathname}${search}`,
      params,
      query: searchParams,
      headers: new Headers(request.headers as Record<string, string>),
      body: sent,
      givenUp,
    }
  }
  throw new Error(`The contract has no call ${request.method} ${pathname}`)
}

/** @throws where the contract has no such answer to this call */
async function check({ entry, name }: Arrived, response: Response): Promise<void> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const json: unknown = isJson ? await response.clone().json() : undefined
  if (response.ok) {
    const accepted = response.status === 202 ? entry.accepted : undefined
    if (!accepted && response.status !== entry.answer.status) throw new Error(`${name}: ${response.status}`)
    const schema = accepted?.json ?? ('json' in entry.answer ? entry.answer.json : undefined)
    schema?.parse(json)
    return
  }
  const code = (json as { code?: ErrorCode } | undefined)?.code
  const possible: readonly ErrorCode[] = [
    ...[...entry.errors, ...commonErrors],
    ...(isOpen(entry.access) ? [] : (['not_authenticated', 'forbidden'] as const)),
  ]
  // An answer without a code is a proxy’s.
  if (code !== undefined && !possible.includes(code)) throw new Error(`${name} never answers ${code}`)
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  if (answer.type === 'error') {
    response.socket?.destroy()
    return
  }
  const id = foreigners.has(answer) ? {} : { 'x-request-id': 'r-1' }
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...id })
  // An event stream that says nothing yet is open all the same.
  response.flushHeaders()
  for await (const part of answer.body ?? []) response.write(part)
  response.end()
}

const marker = '/arrived'

/** Resolves once the calls that were sent before have arrived: for a test that none of them was made. */
export async function sentHasArrived(): Promise<void> {
  await fetch(marker)
}

const origin = Symbol.for('undici.globalOrigin.1')

/**
 * Answers a test file’s calls over real HTTP. A call or an answer that the contract does not have fails the test.
 * @returns what arrived since the test began, in order
 */
export function serveCalls(answer: Answering): readonly Arrived[] {
  const arrived: Arrived[] = []
  const wrong: unknown[] = []
  const server = createServer(async (request, response) => {
    if (request.url === marker) {
      response.writeHead(204).end()
      return
    }
    const line = new AbortController()
    response.on('close', () => {
      if (!response.writableFinished) line.abort()
    })
    try {
      const call = await arrivedOf(request, line.signal)
      arrived.push(call)
      const given = await answer(call)
      if (given.type !== 'error' && !foreigners.has(given)) await check(call, given)
      await send(response, given)
    } catch (error) {
      wrong.push(error)
      response.writeHead(500).end()
    }
  })
  // The default closes a connection after six idle seconds. On a busy machine the page, in the same thread, draws that long:
  // its next call then goes out on a connection that is closed before it is read, and fails.
  server.keepAliveTimeout = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    // Pages call addresses that begin with a slash. Node has no page to resolve them against unless one is set.
    Object.assign(globalThis, { [origin]: new URL(`http://127.0.0.1:${port}`) })
  })
  afterEach(() => {
    arrived.length = 0
    expect(wrong.splice(0)).toEqual([])
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return arrived
}
