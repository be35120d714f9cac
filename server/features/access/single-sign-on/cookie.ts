import type { FastifyReply, FastifyRequest } from 'fastify'

/** Minutes for signing in at the provider. */
export const minutesAtProvider = 15

// The prefix makes browsers refuse the cookie from subdomains and without TLS. On loopback there is none.
const nameFor = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-terazi-sso' : 'terazi-sso')

const attributes = (publicUrl: string, seconds: number) =>
  `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`

/** Lets this browser be recognised when it comes back from the provider. */
export function setBrowser(reply: FastifyReply, publicUrl: string, browser: string): void {
  reply.header(
    'set-cookie',
    `${nameFor(publicUrl)}=${browser}; ${attributes(publicUrl, minutesAtProvider * 60)}`,
  )
}

export function forgetBrowser(reply: FastifyReply, publicUrl: string): void {
  reply.header('set-cookie', `${nameFor(publicUrl)}=; ${attributes(publicUrl, 0)}`)
}

/** The cookie's value; empty without one. */
export function browserOf(request: FastifyRequest, publicUrl: string): string {
  const name = nameFor(publicUrl)
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1] ?? ''
}
