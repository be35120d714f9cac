import { get, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { pathOf } from '#contract/kit.ts'
import { clientEvents } from '#contract/live.ts'
import type { Database } from '#server/db/database.ts'

export interface Followed {
  /** Resolves at the next change. */
  changed(): Promise<void>
  /** The number of changes received so far. */
  heard(): number
  readonly ended: Promise<void>
  isOpen(): boolean
  /** True when the server ended it in order. */
  isWhole(): boolean
  close(): Promise<void>
}

/** Its own connection: fetch opens spare ones, which a stopping server would wait for. */
const open = (url: string, token: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false, headers: { authorization: `Token ${token}` } }, resolve).on('error', reject)
  })

/** Follows a client's events; resolves when the stream has started. */
export async function follow(url: string, clientId: string, token: string): Promise<Followed> {
  const stream = await open(url + pathOf(clientEvents, { clientId }), token)
  if (stream.statusCode !== 200) throw new Error(`no stream: ${stream.statusCode}`)
  let count = 0
  let next: () => void = () => undefined
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const told = text.split('event: changed').length - 1
    count += told
    if (told > 0) next()
  })
  // Left by us, or ended by the server: both are an end.
  const ended = new Promise<void>((resolve) => stream.once('close', resolve))
  stream.on('error', () => undefined)
  return {
    changed: () =>
      new Promise((resolve) => {
        next = resolve
      }),
    heard: () => count,
    ended,
    isOpen: () => !stream.closed,
    isWhole: () => stream.complete,
    close() {
      stream.destroy()
      return ended
    },
  }
}

/** Ends the connections that listen for changes. @returns how many there were */
export async function terminateListeners(db: Database): Promise<number> {
  const { rows } = await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'terazi live' AND datname = current_database()`.execute(db)
  return rows.length
}
