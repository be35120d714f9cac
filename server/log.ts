import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/**
 * The log: JSON lines on standard output. A request is named by its route's pattern, because addresses hold one-time
 * tokens, people's names in searches, and email addresses.
 */
export function createLog(level: Config['logLevel']): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: (request: { method?: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url,
      }),
    },
  })
}
