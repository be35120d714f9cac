import type { FastifyInstance } from 'fastify'
import type { Method } from '#contract/kit.ts'
import type { Answered } from './read-answer.ts'

/** A request as it goes over the wire. */
export interface Raw {
  method: Method
  path: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
}

/**
 * The answer to a request within this process, which costs a third of one over a connection. For matrices of thousands of
 * calls, of which some still go over connections. An event stream would never end.
 */
export async function inject(app: FastifyInstance, { method, path, headers, body }: Raw): Promise<Answered> {
  const answer = await app.inject({
    method,
    url: path,
    headers,
    ...(body !== undefined && { payload: body }),
  })
  const told = Object.entries(answer.headers).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ])
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type'] ?? ''),
    headers: Object.fromEntries(told),
    text: answer.payload,
  }
}
