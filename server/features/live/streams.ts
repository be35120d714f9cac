import { Readable } from 'node:stream'
import type { Changes } from './changes.ts'

/** Proxies close a connection that is silent for a minute; a reader takes one that is silent for longer for dead. */
const beatMs = 20_000
/** After this the reader comes back: also a session that has run out ends its streams. */
const lifeMs = 10 * 60_000
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

  async function check(stream: Readable): Promise<void> {
    // Where nobody can say it, the reader comes back and is checked then.
    const stays = await rights
      .get(stream)?.()
      .catch(() => false)
    if (stays !== true && !stream.destroyed && !stream.readableEnded) stream.push(null)
  }

  changes.onAccess((userId) => {
    const told = userId === null ? [...byPerson.values()].flatMap((all) => [...all]) : byPerson.get(userId)
    for (const stream of told ?? []) void check(stream)
  })

  return {
    open(clientId, userId, mayStay) {
      const stream = new Readable({ read: () => undefined })
      const say = (text: string) => {
        // Who does not read what was said already learns nothing new from hearing it twice.
        if (stream.readableLength === 0 && !stream.readableEnded) stream.push(text)
      }
      const mine = byPerson.get(userId) ?? new Set()
      byPerson.set(userId, mine.add(stream))
      const [oldest] = mine
      if (oldest !== undefined && mine.size > perPerson) {
        // At once: its reader may be slow to close it, and the next one opened would find it the oldest again.
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
        mine.delete(stream)
        if (mine.size === 0 && byPerson.get(userId) === mine) byPerson.delete(userId)
      })
      rights.set(stream, mayStay)
      // The right may have gone since it was checked, before this stream was among those that are checked.
      void check(stream)
      // Headers and a first line immediately: a reader without them knows that something buffers the stream.
      stream.push('retry: 5000\n\n')
      return stream
    },
    end() {
      for (const streams of byPerson.values()) for (const stream of streams) stream.push(null)
    },
  }
}
