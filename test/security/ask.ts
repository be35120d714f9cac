import { Agent, request as httpRequest } from 'node:http'
import { type Answered, readAnswer } from '#test/support/read-answer.ts'

export type Asked = Answered

const agent = new Agent({ keepAlive: true })

/** A JSON call as it goes over the wire, from an address of loopback of one's own: to Linux all of 127.0.0.0/8 is this machine. */
export function ask(
  url: string,
  sent: {
    method?: string
    path: string
    body?: unknown
    headers?: Record<string, string>
    token?: string | undefined
    from?: string
  },
): Promise<Asked> {
  const { hostname, port } = new URL(url)
  const body = sent.body === undefined ? undefined : JSON.stringify(sent.body)
  return new Promise((resolve, reject) => {
    const out = httpRequest({
      hostname,
      port,
      localAddress: sent.from ?? '127.0.0.1',
      method: sent.method ?? 'POST',
      path: sent.path,
      // One's own address has its own connections.
      agent: sent.from === undefined ? agent : false,
      headers: {
        // Explicit, because nobody expects a body with DELETE.
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
        ...(sent.token && { authorization: `Token ${sent.token}` }),
        ...sent.headers,
      },
    })
    out.on('error', reject)
    out.on('response', (answer) => resolve(readAnswer(answer)))
    out.end(body)
  })
}
