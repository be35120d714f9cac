import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/jobs/deps.ts'
import { accessChannel, listenToClients } from './queries.ts'

/** Changes of one moment are sent once: a list of ten thousand people must not cause ten thousand requests. */
const gatherMs = 500
const longestPauseMs = 15_000

/** The database's notices of changes, for everybody of this process who follows a client. */
export interface Changes {
  /** @returns what ends it */
  follow(clientId: string, tell: () => void): () => void
  /** Told of each person who may have lost access; of everybody (null) when some may have been missed. */
  onAccess(tell: (userId: string | null) => void): void
  close(): Promise<void>
}

/**
 * Listens to the database while anybody follows anything.
 * @param url a direct connection: LISTEN does not work through a pooler in transaction mode
 */
export function createChanges(url: string, log: Log): Changes {
  const followers = new Map<string, Set<() => void>>()
  const gathering = new Map<string, NodeJS.Timeout>()
  const closed = new AbortController()
  let listening: Promise<void> | undefined
  let tellAccess: (userId: string | null) => void = () => undefined

  function tell(clientId: string): void {
    if (!followers.has(clientId) || gathering.has(clientId)) return
    const later = setTimeout(() => {
      gathering.delete(clientId)
      for (const one of followers.get(clientId) ?? []) one()
    }, gatherMs)
    gathering.set(clientId, later)
  }

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'terazi live',
    })
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    // The end follows, and with it another connection.
    client.on('error', (error) => log.warn({ err: error }, 'the connection for live changes is lost'))
    client.on('notification', ({ channel, payload = '' }) =>
      channel === accessChannel ? tellAccess(payload) : tell(payload),
    )
    const end = () => void client.end().catch((error: unknown) => log.debug({ err: error }, 'ended already'))
    try {
      await client.connect()
      closed.signal.addEventListener('abort', end)
      await listenToClients(client)
      // Changes while nobody listened were not sent.
      for (const clientId of followers.keys()) tell(clientId)
      tellAccess(null)
      if (closed.signal.aborted) end()
      await ended
    } finally {
      closed.signal.removeEventListener('abort', end)
      end()
    }
  }

  async function listen(): Promise<void> {
    for (let tries = 0; !closed.signal.aborted; tries += 1) {
      const begun = Date.now()
      await listenOnce().catch((error: unknown) =>
        log.warn({ err: error }, 'live changes cannot be listened to'),
      )
      if (Date.now() - begun > longestPauseMs) tries = 0
      const pause = Math.min(longestPauseMs, 250 * 2 ** tries)
      await wait(pause, undefined, { signal: closed.signal }).catch(() => undefined)
    }
  }

  return {
    follow(clientId, one) {
      const all = followers.get(clientId) ?? new Set()
      followers.set(clientId, all.add(one))
      // Listening begins with the first follower and stays: one connection a process.
      listening ??= listen()
      return () => {
        all.delete(one)
        if (all.size === 0 && followers.get(clientId) === all) followers.delete(clientId)
      }
    },
    onAccess(one) {
      tellAccess = one
    },
    async close() {
      closed.abort()
      for (const timer of gathering.values()) clearTimeout(timer)
      await listening
    },
  }
}
