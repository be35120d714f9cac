import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

export interface Received {
  readonly type: string
  readonly payload: string
}

export interface ErrorService {
  readonly dsn: string
  readonly received: readonly Received[]
  /** The first matching message, as soon as it arrives. */
  wait(kind: string, text?: string): Promise<string>
  close(): Promise<void>
}

const header = z.object({ type: z.string(), length: z.number().optional() })

/** Receives what the error service's protocol sends, on loopback: lines of a header each and its payload. */
export async function startErrorService(): Promise<ErrorService> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push(...read(Buffer.concat(parts)))
      response.end('{}')
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://key@127.0.0.1:${port}/1`,
    received,
    wait: (kind, text = '') =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.find(({ type, payload }) => type === kind && payload.includes(text))
          if (!found) return
          waiting.delete(look)
          resolve(found.payload)
        }
        waiting.add(look)
        look()
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function read(body: Buffer): Received[] {
  const line = (from: number) => {
    const end = body.indexOf('\n', from)
    return end < 0 ? body.length : end
  }
  const found: Received[] = []
  for (let at = line(0) + 1; at < body.length; ) {
    const end = line(at)
    const { type, length } = header.parse(JSON.parse(body.toString('utf8', at, end)))
    const from = end + 1
    const to = length === undefined ? line(from) : from + length
    found.push({ type, payload: body.toString('utf8', from, to) })
    at = to + 1
  }
  return found
}
