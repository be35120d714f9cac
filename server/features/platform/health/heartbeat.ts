import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Connections } from '#server/db/database.ts'
import type { Log } from '#server/jobs/deps.ts'
import { version } from '#server/version.ts'
import { isReadOnly, writeHeartbeat } from './queries.ts'

/** Rest between two heartbeats, the age at which one is old, and how long the database may take to answer, in ms. */
const beatMs = 5000
const oldMs = 20_000
export const answerMs = 2000

/** The reason why a process can't do its work. */
export type NotReady = 'stopping' | 'database_read_only' | 'database_unavailable' | 'writes_hang'

/** Says whether a process can do its work: it wrote to the database a moment ago, the database answers, and it isn't stopping. */
export interface Heartbeat {
  /** The reason against it, if there is one. Asks the database, for at most two seconds. */
  whyNotReady(): Promise<NotReady | undefined>
  /** True while the last heartbeat isn't old. */
  isFresh(): boolean
  /** Not ready from now on: a proxy sends this process nobody more, and what it is answering comes to its end. */
  retire(): void
  stop(): void
}

/**
 * Writes a heartbeat every five seconds. A primary whose standby is away answers every question and confirms no change, so
 * only a write shows that answers can be stored.
 * @param keyMark names the installation's key that the process was started with
 */
export function startHeartbeat(
  { db, pool }: Pick<Connections, 'db' | 'pool'>,
  log: Log,
  keyMark: string,
): Heartbeat {
  const own = { id: randomUUID(), host: hostname(), version, node: process.versions.node, keyMark }
  let writtenAt = Number.NEGATIVE_INFINITY
  let failure: unknown
  let writing = false
  let retired = false
  let said = true

  const isFresh = () => performance.now() - writtenAt < oldMs
  const note = () => {
    if (isFresh() === said) return
    said = !said
    if (said) log.info('ready again: heartbeats are written')
    else
      log.error(
        { err: failure, reason: writing ? 'writes_hang' : 'no_write' },
        'not ready: no heartbeat for 20 s',
      )
  }
  const beat = async () => {
    // One that hangs isn't joined by others, which would take all connections.
    if (writing) return note()
    writing = true
    try {
      await writeHeartbeat(db, own)
      writtenAt = performance.now()
      failure = undefined
    } catch (error) {
      failure = error
    }
    writing = false
    note()
  }
  void beat()
  const timer = setInterval(() => void beat(), beatMs).unref()

  return {
    isFresh,
    async whyNotReady() {
      if (retired) return 'stopping'
      // Many requests that wait for a connection are a load and no fault: while heartbeats get through, so do they. Taken out for
      // it, one process after the other would go. It is said at once, because a proxy waits for no more than two seconds.
      if (pool.waitingCount > 0 && isFresh()) return undefined
      const readOnly = await within(answerMs, isReadOnly(db), log)
      if (readOnly === undefined && pool.waitingCount > 0 && isFresh()) return undefined
      if (readOnly === undefined) return 'database_unavailable'
      if (readOnly) return 'database_read_only'
      return isFresh() ? undefined : 'writes_hang'
    },
    retire() {
      retired = true
    },
    stop: () => clearInterval(timer),
  }
}

/** The value of a promise, or undefined when it fails, which is logged, or takes longer. */
export async function within<Value>(
  ms: number,
  given: Promise<Value>,
  log: Pick<Log, 'warn'>,
): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  const answered = given.catch((error: unknown) => {
    log.warn({ err: error }, 'the database did not answer')
    return undefined
  })
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}
