import type { FastifyRequest } from 'fastify'

/** Where a request comes from: the address that TRUST_PROXY lets us believe, and what the browser calls itself. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
