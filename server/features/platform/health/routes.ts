import { live, ready } from '#contract/health.ts'
import { Failure } from '#server/http/failure.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { serveMetrics } from './metrics.ts'
import { ping } from './queries.ts'

export const healthRoutes: readonly Route[] = [
  onPlatform.read(live, async () => ({ status: 'ok' as const })),
  onPlatform.read(ready, async (db, _platform, _query, _visitor, { request }) => {
    try {
      await ping(db)
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      throw new Failure('service_unavailable', { retryAfterSeconds: 2 })
    }
    return { status: 'ok' as const }
  }),
  serveMetrics,
]
