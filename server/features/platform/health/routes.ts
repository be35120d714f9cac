import { live, ready } from '#contract/health.ts'
import { Failure } from '#server/http/failure.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { serveMetrics } from './metrics.ts'

export const healthRoutes: readonly Route[] = [
  onPlatform.read(live, async () => ({ status: 'ok' as const })),
  (app, deps) =>
    onPlatform.read(ready, async (_db, _platform, _query, _visitor, { request }) => {
      const reason = (await deps.heartbeat.whyNotReady()) ?? (deps.held.isHeld() ? 'held' : undefined)
      if (reason === undefined) return { status: 'ok' as const, ready: true as const }
      request.log.warn({ reason }, 'not ready')
      throw new Failure('service_unavailable', { retryAfterSeconds: 2, details: { ready: false, reason } })
    })(app, deps),
  serveMetrics,
]
