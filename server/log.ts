import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import type { ErrorReports } from './error-reports.ts'

/**
 * The log: JSON lines on standard output. A request is named by its route's pattern, because addresses hold one-time
 * tokens, people's names in searches, and email addresses.
 */
export function createLog(
  level: Config['logLevel'],
  { destination, reports }: { destination?: DestinationStream; reports?: ErrorReports | undefined } = {},
): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(reports && { hooks: { logMethod: reporting(reports) } }),
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

const errorLevel = 50

/** Reports everything that is logged as an error, and nothing else. */
const reporting = (reports: ErrorReports): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> =>
  function logMethod(args, method, level) {
    if (level >= errorLevel) {
      const [what, line]: unknown[] = args
      const err = typeof what === 'object' && what !== null && 'err' in what ? what.err : what
      const { reqId }: { reqId?: unknown } = this.bindings()
      reports.report(err, String(line ?? what), typeof reqId === 'string' ? reqId : undefined)
    }
    method.apply(this, args)
  }
