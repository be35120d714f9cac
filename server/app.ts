import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { errorStatus } from '#contract/errors.ts'
import { definitionRoutes } from '#server/features/definitions/routes.ts'
import { findCaller } from './authority/session.ts'
import { forwardToBank } from './demo-bank/forward.ts'
import type { AppOptions, Deps } from './deps.ts'
import { assignmentActionRoutes } from './features/assignments/action-routes.ts'
import { assignmentBulkRoutes } from './features/assignments/bulk-routes.ts'
import { lateAnswerRoutes } from './features/assignments/late-routes.ts'
import { rescueRoutes } from './features/assignments/rescue-routes.ts'
import { assignmentRoutes } from './features/assignments/routes.ts'
import { SaveGroup } from './features/attempts/group.ts'
import { attemptRoutes } from './features/attempts/routes.ts'
import { responseRoutes } from './features/attempts/save-routes.ts'
import { recordRefusal } from './features/audit/refusals.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { avatarRoutes } from './features/avatars/routes.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { boardRoutes } from './features/board/routes.ts'
import { clientRoutes } from './features/clients/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { coolDownRoutes } from './features/cool-downs/routes.ts'
import { dashboardRoutes } from './features/dashboards/routes.ts'
import { devRoutes } from './features/dev/routes.ts'
import { eftRoutes } from './features/eft/routes.ts'
import { enablementRoutes } from './features/enablements/routes.ts'
import { erasureRoutes } from './features/erasure/routes.ts'
import { evidenceRoutes } from './features/evidence/routes.ts'
import { metricsRoutes } from './features/health/metrics.ts'
import { healthRoutes } from './features/health/routes.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { inventoryRoutes } from './features/inventories/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { mailHistoryRoutes } from './features/mail-history/routes.ts'
import { orderDocumentRoutes } from './features/orders/document-routes.ts'
import { orderExportRoutes } from './features/orders/export-routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { ownDataRoutes } from './features/own-data/routes.ts'
import { passwordRoutes } from './features/passwords/routes.ts'
import { refundRoutes } from './features/payments/refund-routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { peopleExportRoutes } from './features/people/export-routes.ts'
import { invitationJobRoutes } from './features/people/invitation-job-routes.ts'
import { memberRoutes } from './features/people/member-routes.ts'
import { removalRoutes } from './features/people/removal-routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { priceRoutes } from './features/prices/routes.ts'
import { ledgerRoutes } from './features/quotas/ledger-routes.ts'
import { quotaRoutes } from './features/quotas/routes.ts'
import { registeringRoutes } from './features/registrations/guest-routes.ts'
import { registrationRoutes } from './features/registrations/routes.ts'
import { reminderRoutes } from './features/reminders/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { requestRoutes } from './features/requests/routes.ts'
import { resultRoutes } from './features/result-exports/routes.ts'
import { retentionRoutes } from './features/retention/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { secondFactorRoutes } from './features/second-factor/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { slipRoutes } from './features/slips/routes.ts'
import {
  testDayPeopleRoutes,
  testDayRoutes,
  testDayTabletRoutes,
  waitingDeliveryRoutes,
} from './features/test-days/routes.ts'
import { tabletRoutes } from './features/test-days/tablet-routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { acceptJsonOnly } from './http/bodies.ts'
import { docRoutes } from './http/docs.ts'
import { drain } from './http/drain.ts'
import { Failure } from './http/failure.ts'
import { bareHeaders, securityHeaders } from './http/headers.ts'
import { isOwnHost } from './http/hosts.ts'
import { handleError } from './http/problems.ts'
import { handleUnknown } from './http/unknown.ts'
import { serveWeb } from './http/web.ts'
import { localeOf } from './locales.ts'

const featureRoutes = [
  signInRoutes,
  sessionRoutes,
  secondFactorRoutes,
  passwordRoutes,
  userRoutes,
  settingsRoutes,
  avatarRoutes,
  auditRoutes,
  clientRoutes,
  liveRoutes,
  billingRoutes,
  peopleRoutes,
  peopleExportRoutes,
  removalRoutes,
  erasureRoutes,
  retentionRoutes,
  requestRoutes,
  evidenceRoutes,
  identityRoutes,
  ownDataRoutes,
  memberRoutes,
  mailHistoryRoutes,
  slipRoutes,
  registrationRoutes,
  registeringRoutes,
  invitationJobRoutes,
  inventoryRoutes,
  definitionRoutes,
  enablementRoutes,
  coolDownRoutes,
  quotaRoutes,
  ledgerRoutes,
  priceRoutes,
  orderRoutes,
  orderDocumentRoutes,
  orderExportRoutes,
  eftRoutes,
  paymentRoutes,
  refundRoutes,
  assignmentRoutes,
  assignmentActionRoutes,
  assignmentBulkRoutes,
  lateAnswerRoutes,
  testDayRoutes,
  testDayPeopleRoutes,
  testDayTabletRoutes,
  waitingDeliveryRoutes,
  tabletRoutes,
  rescueRoutes,
  boardRoutes,
  reminderRoutes,
  dashboardRoutes,
  attemptRoutes,
  responseRoutes,
  reportRoutes,
  resultRoutes,
  searchRoutes,
  contactRoutes,
  devRoutes,
  healthRoutes,
  metricsRoutes,
]

/** The whole HTTP server, not yet listening. Tests build it on a database of their own. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, pool } = options
  const app = Fastify({
    loggerInstance: options.log,
    genReqId: () => randomUUID(),
    trustProxy: trusted(config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    return503OnClosing: true,
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
    http: {
      demo: config.demo,
      defaultLocale: config.defaultLocale,
      findCaller: (token) => findCaller(db, token),
      recordRefusal: (refusal) => recordRefusal(db, refusal),
    },
    saves: new SaveGroup(pool, !config.pooled),
  }
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
  // For JSON alone: routes ask for it. Files leave as they are made, and events at once.
  await app.register(compress, { global: false, encodings: ['gzip'] })
  app.addHook('onSend', async (request, reply) => {
    markAnswer(request, reply)
    if (reply.statusCode === errorStatus.payload_too_large) await drain(request.raw)
  })
  for (const routes of featureRoutes) routes(app, deps)
  if (config.demo && config.demoBankUrl !== undefined) forwardToBank(app, config.demoBankUrl)
  await docRoutes(app)
  if (config.webRoot === undefined) app.setNotFoundHandler(handleUnknown)
  else await serveWeb(app, config.webRoot, config)
  return app
}

/** What every answer carries besides the security headers; of the API and a demo's pages nothing is kept unless a route says so. */
function markAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  if (/^\/(api|dev)\//.test(request.url) && !reply.hasHeader('cache-control'))
    reply.header('cache-control', 'no-store')
}

/** A number means that many proxies between server and client. */
function trusted(proxies: boolean | number | string) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}
