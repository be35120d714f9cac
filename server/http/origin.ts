import type { FastifyRequest } from 'fastify'

/** The origin of a request: the address that TRUST_PROXY lets us believe, and the browser's name for itself. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
