import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Address, hostOf, isPublic, type Resolve, readUrl } from './address.ts'

/** The bytes of an answer that are read. */
const maxAnswer = 512 * 1024

interface Way {
  readonly resolve: Resolve
  /** Milliseconds for all of it, from the name to the end of the answer. */
  readonly limitMs: number
  /** For tests: addresses that are not public count as well. */
  readonly privateAllowed: boolean
}

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal | null
}

/** The address of a request was refused, or nothing answered there. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** Lets a connection go to addresses that were checked, and asks for no name again. */
export function lookupOf(checked: readonly Address[]): LookupFunction {
  return (_name, options, done) => {
    const [first] = checked
    if (options.all) done(null, [...checked])
    else if (first) done(null, first.address, first.family)
  }
}

/**
 * As `fetch`, for addresses that somebody else chose: the name is asked for once, only public addresses by https count, and the
 * connection goes to what was checked. No redirect is followed, and a long answer is refused.
 */
export const checkedFetch =
  ({ resolve, limitMs, privateAllowed }: Way) =>
  async (
    address: string,
    { method = 'GET', headers = {}, body, signal: given }: Asked,
  ): Promise<Response> => {
    const url = readUrl(address, privateAllowed)
    if (!(url instanceof URL)) throw new UnreachableError('the address is refused')
    const limit = AbortSignal.timeout(limitMs)
    const signal = given ? AbortSignal.any([limit, given]) : limit
    const checked = await resolve(hostOf(url), signal).catch(() => [])
    if (checked.length === 0) throw new UnreachableError('the name leads nowhere')
    if (!privateAllowed && !checked.every((one) => isPublic(one.address)))
      throw new UnreachableError('the name leads to an address that is not public')
    const sent = body === undefined || body === null ? undefined : await new Response(body as BodyInit).text()
    return answerOf(url, { method, headers, signal, lookup: lookupOf(checked), agent: false }, sent)
  }

function answerOf(url: URL, options: https.RequestOptions, body: string | undefined): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const { request } = url.protocol === 'http:' ? http : https
  const asked = request(url, options)
  asked.on('error', reject)
  asked.on('response', (answer) => {
    let read = 0
    answer.on('data', (part: Buffer) => {
      read += part.length
      if (read > maxAnswer) answer.destroy(new UnreachableError('the answer is too long'))
    })
    const status = answer.statusCode ?? 0
    const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    )
    text(answer).then((content) => {
      const isEmpty = status === 204 || status === 205 || status === 304
      resolve(new Response(isEmpty ? null : content, { status, headers }))
    }, reject)
  })
  asked.end(body)
  return promise
}
