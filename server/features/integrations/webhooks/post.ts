import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { WebhookProblem } from '#contract/webhooks.ts'
import { type Address, hostOf, isPublic, type Resolve } from '#server/outward/address.ts'

/** The bytes of an answer that are read, to end in order with receivers that answer a little. None is kept. */
const maxAnswer = 4096

export interface Way {
  readonly resolve: Resolve
  /** Milliseconds for all of it, from the name to the answer. */
  readonly limitMs: number
  /** For tests: addresses that are not public count as well. */
  readonly privateAllowed: boolean
}

export interface Sent {
  /** Null where none came. */
  readonly status: number | null
  readonly problem: WebhookProblem | null
  readonly ms: number
}

/**
 * Posts to the address of a webhook, and follows no redirect. The name is asked for once: the connection goes to the addresses
 * that were checked, so that a name server that answers otherwise the second time gains nothing.
 * @returns the outcome; it throws for nothing that the receiver does
 */
export async function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { resolve, limitMs, privateAllowed, stop }: Way & { readonly stop?: AbortSignal | undefined },
): Promise<Sent> {
  const began = performance.now()
  const limit = AbortSignal.timeout(limitMs)
  const signal = stop ? AbortSignal.any([limit, stop]) : limit
  const ended = (status: number | null, problem: WebhookProblem | null): Sent => ({
    status,
    problem,
    ms: Math.round(performance.now() - began),
  })
  try {
    const addresses = await resolve(hostOf(url), signal).catch(() => [])
    if (signal.aborted) return ended(null, 'time_out')
    if (addresses.length === 0) return ended(null, 'unknown_name')
    if (!privateAllowed && !addresses.every(({ address }) => isPublic(address)))
      return ended(null, 'not_public')
    const status = await statusOf(url, headers, body, addresses, signal)
    return ended(status, problemOf(status))
  } catch (error) {
    return ended(null, signal.aborted ? 'time_out' : isOfCertificate(error) ? 'certificate' : 'no_connection')
  }
}

const problemOf = (status: number): WebhookProblem | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect'
  return status === 410 ? 'gone' : 'status'
}

function isOfCertificate(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /CERT|^ERR_TLS|SIGNATURE|^ERR_SSL|^EPROTO$|ISSUER/.test(code)
}

function statusOf(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  checked: readonly Address[],
  signal: AbortSignal,
): Promise<number> {
  const lookup: LookupFunction = (_name, options, done) => {
    const [first] = checked
    if (options.all) done(null, [...checked])
    else if (first) done(null, first.address, first.family)
  }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { request } = url.protocol === 'http:' ? http : https
  const asked = request(url, { method: 'POST', headers, lookup, signal, agent: false })
  asked.on('error', reject)
  asked.on('response', (answer: IncomingMessage) => {
    let read = 0
    const end = () => {
      resolve(answer.statusCode ?? 0)
      asked.destroy()
    }
    answer.on('data', (part: Buffer) => {
      read += part.length
      if (read > maxAnswer) end()
    })
    // The status has come: an answer that breaks off or never ends changes nothing.
    answer.on('end', end).on('error', end).on('close', end)
  })
  asked.end(body)
  return promise
}
