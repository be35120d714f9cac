import type { FastifyInstance } from 'fastify'
import { cleanParts, errorReportSettings } from '#contract/errorReports.ts'

export interface ErrorReports {
  /** An error, or a line that was logged as one; the request's id leads to its line in the log. */
  report(error: unknown, line: string, requestId: string | undefined): void
  /** Reports how long requests take, one of ten, by their route's pattern. */
  watch(app: FastifyInstance): void
  /** Sends what has not been sent yet. */
  close(): Promise<unknown>
}

const closeMs = 2000

/**
 * Connects this process to the error service. Only what is chosen here is sent: no integration reads requests, queries
 * or mails automatically.
 */
export async function openErrorReports(dsn: string): Promise<ErrorReports> {
  const sentry = await import('@sentry/node')
  const { release, environment, tracesSampleRate, dataCollection } = errorReportSettings
  sentry.init({
    dsn,
    release,
    environment,
    tracesSampleRate,
    dataCollection,
    registerEsmLoaderHooks: false,
    defaultIntegrations: false,
    integrations: [
      sentry.eventFiltersIntegration(),
      sentry.linkedErrorsIntegration(),
      sentry.contextLinesIntegration(),
      sentry.nodeContextIntegration(),
      // The process still ends, as it does without them.
      sentry.onUncaughtExceptionIntegration(),
      sentry.onUnhandledRejectionIntegration({ mode: 'strict' }),
    ],
    transport: (options) => {
      const inner = sentry.makeNodeTransport(options)
      return {
        send: (envelope) => inner.send([envelope[0], cleanParts(envelope[1])] as typeof envelope),
        flush: (timeout) => inner.flush(timeout),
      }
    },
  })
  return {
    report(error, line, requestId) {
      const tags = requestId === undefined ? {} : { request_id: requestId }
      if (error instanceof Error) sentry.captureException(error, { tags, extra: { line } })
      else sentry.captureMessage(line, { level: 'error', tags })
    },
    watch(app) {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const end = Date.now()
        const span = sentry.startInactiveSpan({
          // The pattern and not the address, which may hold ids and secrets.
          name: `${method} ${routeOptions.url ?? 'none'}`,
          op: 'http.server',
          forceTransaction: true,
          startTime: end - reply.elapsedTime,
          attributes: { 'http.response.status_code': reply.statusCode },
        })
        span.end(end)
      })
    },
    close: () => sentry.close(closeMs),
  }
}
