import { Readable } from 'node:stream'
import type { Changes } from './changes.ts'

/** Proxies close a connection that is silent for a minute; a reader takes one that is silent for longer for dead. */
const beatMs = 20_000
/** After this the reader comes back: also a session that has run out ends its streams. */
const lifeMs = 10 * 60_000
/** Between two tries to check who may stay, where the database does not answer. */
const retryMs = 5_000
/** More than anybody has open at once; the oldest one gives way. */
const perPerson = 20

/** The open event streams of this process. */
export interface Streams {
  /** @param mayStay whether the reader still has the right to this stream, which ends when they lose it */
  open(clientId: string, userId: string, mayStay: () => Promise<boolean>): Readable
  /** Ends them all: a server that stops does not wait for readers that would never leave. */
  end(): void
}

export function createStreams(changes: Changes): Streams {
  const byPerson = new Map<string, Set<Readable>>()
  const rights = new WeakMap<Readable, () => Promise<boolean>>()

  /** Those that are to be checked, by one sweep at a time. */
  const due = new Set<Readable>()
  let sweeping = false
  let retry: NodeJS.Timeout | undefined

  /** Ends a stream whose reader has lost the right to it. @returns whether anybody could say it */
  async function check(stream: Readable): Promise<boolean> {
    try {
      const stays = await rights.get(stream)?.()
      if (stays !== true && !stream.destroyed && !stream.readableEnded) stream.push(null)
      return true
    } catch {
      // Ended, all readers would come back to a database that is busy already. Until it answers, it tells them nothing either.
      return false
    }
  }

  /** One after the other: all at once would take every connection of a database that has just come back. */
  async function sweep(): Promise<void> {
    if (sweeping) return
    sweeping = true
    for (const stream of due) {
      due.delete(stream)
      if (await check(stream)) continue
      checkLater(stream)
      break
    }
    sweeping = false
  }

  function checkLater(stream: Readable): void {
    if (stream.destroyed || stream.readableEnded) return
    due.add(stream)
    retry ??= setTimeout(() => {
      retry = undefined
      void sweep()
    }, retryMs)
  }

  /** Before the sweep, which may be long. */
  async function checkNow(stream: Readable): Promise<void> {
    if (!(await check(stream))) checkLater(stream)
  }

  changes.onAccess((userId) => {
    if (userId !== null) {
      for (const stream of byPerson.get(userId) ?? []) void checkNow(stream)
      return
    }
    for (const all of byPerson.values()) for (const stream of all) due.add(stream)
    void sweep()
  })

  return {
    open(clientId, userId, mayStay) {
      const stream = new Readable({ read: () => undefined })
      const say = (text: string) => {
        // A reader with unread notices learns nothing new from another one.
        if (stream.readableLength === 0 && !stream.readableEnded) stream.push(text)
      }
      const mine = byPerson.get(userId) ?? new Set()
      byPerson.set(userId, mine.add(stream))
      const [oldest] = mine
      if (oldest !== undefined && mine.size > perPerson) {
        // The oldest is forgotten at once: its reader may be slow to close it, and the next one opened would find it again.
        mine.delete(oldest)
        oldest.push(null)
      }

      const unfollow = changes.follow(clientId, () => say('event: changed\ndata: {}\n\n'))
      const beat = setInterval(() => say(':\n\n'), beatMs)
      const life = setTimeout(() => stream.push(null), lifeMs)
      stream.once('close', () => {
        unfollow()
        clearInterval(beat)
        clearTimeout(life)
        due.delete(stream)
        mine.delete(stream)
        if (mine.size === 0 && byPerson.get(userId) === mine) byPerson.delete(userId)
      })
      rights.set(stream, mayStay)
      // The right may have gone since it was checked, before this stream was among those that are checked.
      void checkNow(stream)
      // Headers and a first line immediately: a reader without them knows that something buffers the stream.
      stream.push('retry: 5000\n\n')
      return stream
    },
    end() {
      due.clear()
      clearTimeout(retry)
      for (const streams of byPerson.values()) for (const stream of streams) stream.push(null)
    },
  }
}
