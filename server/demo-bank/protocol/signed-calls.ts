import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorizationOf, sameSignature } from '#server/payments/signatures.ts'
import { failed } from './answers.ts'

export interface BankKeys {
  readonly apiKey: string
  readonly secretKey: string
}

type Run = (body: unknown, request: FastifyRequest, reply: FastifyReply) => unknown

/** Adds a call. What runs sees only requests signed with the shop's keys. */
export type SignedCall = (method: 'POST' | 'GET', path: string, run: Run) => void

export function signedCalls(app: FastifyInstance, keys: BankKeys): SignedCall {
  return (method, path, run) =>
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        // The official client signs a body with its GETs, too.
        const sent = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
        const body = method === 'GET' ? '{}' : sent
        const nonce = String(request.headers['x-iyzi-rnd'] ?? '')
        const expected = authorizationOf(keys, { nonce, path, body })
        if (nonce === '' || !sameSignature(expected, request.headers.authorization)) return failed('1000')
        return run(JSON.parse(body || '{}'), request, reply)
      },
    })
}
