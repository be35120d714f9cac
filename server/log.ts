import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'

/**
 * The log: JSON lines on standard output. A request is named by its route's pattern, because addresses hold one-time
 * tokens, people's names in searches, and email addresses.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      // A database error carries the row it is about in its details: addresses, answers. What it is and where is enough.
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        message: error.message,
        stack: error.stack,
      }),
      req: (request: { method?: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url,
      }),
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
