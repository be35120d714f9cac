import { Agent, request } from 'node:http'
import type { Raw } from '#test/support/inject.ts'
import { type Answered, readAnswer } from '#test/support/read-answer.ts'

const agent = new Agent({ keepAlive: true })

/** Sends exactly this, without fetch's normalisation. */
export function send(url: string, raw: Raw): Promise<Answered> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const bytes = raw.body === undefined ? undefined : Buffer.from(raw.body)
    const out = request({
      agent,
      hostname,
      port,
      method: raw.method,
      path: raw.path,
      headers: { ...(bytes && { 'content-length': String(bytes.length) }), ...raw.headers },
    })
    out.on('response', (answer) => resolve(readAnswer(answer)))
    // A body that is refused unread may meet a closed connection after the answer; the first of both counts.
    out.on('error', reject)
    out.end(bytes)
  })
}

/** True where a request within the process is the same as over a connection: parsing its address there changes nothing. */
export function canInject({ path }: Raw): boolean {
  const url = new URL(path, 'http://localhost')
  return url.pathname + url.search === path
}
