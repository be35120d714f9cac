import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { callsPerMinute } from '#contract/api-keys.ts'
import { errorStatus } from '#contract/errors.ts'
import { findKeyCaller } from './authority/keys.ts'
import { findCaller } from './authority/session.ts'
import { forwardToBank } from './demo-bank/forward.ts'
import type { AppOptions, Deps } from './deps.ts'
import { createProviderCalls } from './features/access/single-sign-on/provider-calls.ts'
import { recordRefusal } from './features/audit/refusals.ts'
import { SaveGroup } from './features/delivery/attempts/saving/group.ts'
import { routes } from './features/index.ts'
import { watchCertificate } from './features/platform/system/certificate.ts'
import { acceptJsonOnly } from './http/bodies.ts'
import { docRoutes } from './http/docs.ts'
import { drain } from './http/drain.ts'
import { Failure } from './http/failure.ts'
import { bareHeaders, securityHeaders } from './http/headers.ts'
import { handleError } from './http/problems.ts'
import { logRequests } from './http/request-log.ts'
import { handleUnknown } from './http/unknown.ts'
import { serveWeb } from './http/web.ts'
import { localeOf } from './locales.ts'
import { nameServers } from './outward/address.ts'

/** The whole HTTP server, not yet listening. Tests build it on a database of their own. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, pool, names = nameServers } = options
  const app = Fastify({
    loggerInstance: options.log,
    genReqId: () => randomUUID(),
    trustProxy: trusted(config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    // In place of a line when it comes and another when it is answered.
    logController: new LogController({ disableRequestLogging: true }),
    // What still arrives over an open connection is answered: a proxy doesn't repeat it.
    return503OnClosing: false,
    // An address that cannot be decoded never reaches a route; it is answered like every other failure.
    frameworkErrors: (error, request, reply) => {
      // No hook runs for it, so nothing else sets these.
      markAnswer(request, reply)
      reply.headers(bareHeaders)
      handleError(error, request, reply)
    },
  })
  const deps: Deps = {
    ...options,
    names,
    providerCalls: createProviderCalls(names, {
      log: options.log,
      privateAllowed: config.privateWebhooks,
      limitMs: options.providerLimitMs,
    }),
    http: {
      demo: config.demo,
      defaultLocale: config.defaultLocale,
      findCaller: (token) => findCaller(db, token),
      findKey: (token, address) => findKeyCaller(db, token, { address, perMinute: callsPerMinute }),
      recordRefusal: (refusal) => recordRefusal(db, refusal),
      isHeld: options.held.isHeld,
    },
    saves: new SaveGroup(pool, !config.pooled),
    certificate: watchCertificate(config.publicUrl),
  }
  logRequests(app)
  const headersOfAll = securityHeaders(config)
  app.addHook('onRequest', ({ headers }, reply, done) => {
    reply.headers(headersOfAll)
    // Decided once: requests for neither language are answered in the installation's.
    headers['accept-language'] = localeOf(headers['accept-language'], config.defaultLocale)
    done()
  })
  // A demo has known passwords and an open mailbox.
  if (config.demo)
    app.addHook('onRequest', async ({ headers }) => {
      if (!isOwnHost(headers.host, config.publicUrl)) throw new Failure('wrong_host')
    })
  options.reports?.watch(app)
  app.setErrorHandler(handleError)
  acceptJsonOnly(app)
  // Compression is for JSON alone: routes ask for it. Files leave as they are made, and events at once.
  await app.register(compress, { global: false, encodings: ['gzip'] })
  app.addHook('onSend', async (request, reply) => {
    markAnswer(request, reply)
    if (reply.statusCode === errorStatus.payload_too_large) await drain(request.raw)
  })
  for (const serve of routes) serve(app, deps)
  if (config.demo && config.demoBankUrl !== undefined) forwardToBank(app, config.demoBankUrl)
  await docRoutes(app)
  if (config.webRoot === undefined) app.setNotFoundHandler(handleUnknown)
  else await serveWeb(app, config.webRoot, config)
  return app
}

/**
 * Sets the headers that every answer has besides the security headers; answers of the API and a demo's pages are not
 * cached unless a route says so.
 */
function markAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  if (/^\/(api|dev)\//.test(request.url) && !reply.hasHeader('cache-control'))
    reply.header('cache-control', 'no-store')
}

/** A number means that many proxies between server and client. */
function trusted(proxies: boolean | number | string) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}

/**
 * True when a request names a host of this installation: that of its own address, or one that can only be this machine.
 * Any other name may be a page elsewhere that had its own name point here (DNS rebinding), to read what has no sign-in.
 */
function isOwnHost(host: string | undefined, publicUrl: string): boolean {
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return (
    asked === new URL(publicUrl).hostname ||
    asked === 'localhost' ||
    asked.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(asked) ||
    asked === '[::1]'
  )
}
