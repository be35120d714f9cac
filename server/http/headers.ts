import { createHash } from 'node:crypto'
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * The security headers of every answer. They depend on nothing that is asked, so helmet says them once: doing it for each
 * request was a tenth of what saving an answer costs.
 */
export function securityHeaders(config: PolicyConfig): OutgoingHttpHeaders {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(policy(config))(answer.req, answer, (error) => {
    if (error !== undefined) throw error
  })
  return answer.getHeaders()
}

/** The policy for a page of ours with a script in it: this very script may run, named by its hash, and no other. */
export function policyFor(config: PolicyConfig, html: string): string {
  const hashes = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const usual = String(securityHeaders(config)['content-security-policy'])
  return usual.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '))
}

interface PolicyConfig {
  publicUrl: string
  sentryDsn?: string | undefined
}

/** Styles may be inline, which the components need; scripts come from this origin alone, except those of policyFor. */
function policy(config: PolicyConfig): HelmetOptions {
  const secure = config.publicUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(config.sentryDsn === undefined ? [] : [new URL(config.sentryDsn).origin])],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The header is sent only with TLS: on loopback it would lock a browser out of every other local server.
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // The same rule as frameAncestors, for older browsers.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  }
}

/** Headers for an answer that no hook and no page has a part in: nothing may be loaded from it or put around it. */
export const bareHeaders = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
