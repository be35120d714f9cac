import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Connections } from '#server/db/database.ts'
import type { Log } from '#server/jobs/deps.ts'
import { version } from '#server/version.ts'
import { deleteHeartbeat, isReadOnly, writeHeartbeat } from './queries.ts'

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
  /** Ends the heartbeats and takes their row away: a process that stopped in order isn't missed. */
  stop(): Promise<void>
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
  let writing: Promise<void> | undefined
  let retired = false
  let said = true

  const isFresh = () => performance.now() - writtenAt < oldMs
  const note = () => {
    if (isFresh() === said) return
    said = !said
    if (said) log.info('ready again: heartbeats are written')
    else
      log.error(
        { err: failure, reason: writing === undefined ? 'no_write' : 'writes_hang' },
        'not ready: no heartbeat for 20 s',
      )
  }
  const write = async () => {
    try {
      await writeHeartbeat(db, own)
      writtenAt = performance.now()
      failure = undefined
    } catch (error) {
      failure = error
    }
    writing = undefined
    note()
  }
  const beat = () => {
    // One that hangs isn't joined by others, which would take all connections.
    if (writing !== undefined) note()
    else writing = write()
  }
  beat()
  const timer = setInterval(beat, beatMs).unref()

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
    async stop() {
      clearInterval(timer)
      // A database that takes no changes keeps the row for a day, and a stop doesn't wait for it.
      if (!isFresh()) return
      const last = writing ?? Promise.resolve()
      await within(
        answerMs,
        last.then(() => deleteHeartbeat(db, own.id)),
        log,
      )
    },
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
