import { Logger } from 'graphile-worker'
import type { Log } from './deps.ts'

/**
 * The worker's own messages in our log. Its details contain payloads and its failure messages whole stacks, so only the
 * first line is written; what went wrong in a job is logged by tasks.ts.
 */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    const [line = ''] = message.split('\n')
    if (level === 'error') log.error(line)
    else if (level === 'warning') log.warn(line)
    else log.debug(line)
  })
}
