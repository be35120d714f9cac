import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/jobs/deps.ts'
import { findHeld } from './queries.ts'

// A restored installation is held until somebody has looked at it: no job runs, no mail leaves, and only superusers sign in.

const askMs = 1000

export interface HeldState {
  isHeld(): boolean
  /** Ends when somebody has activated it; at once where it isn't held. Never after stop(). */
  readonly released: Promise<void>
  stop(): void
}

/** Nothing was restored. */
export const notHeld: HeldState = {
  isHeld: () => false,
  released: Promise.resolve(),
  stop: () => undefined,
}

/**
 * Reads once whether the installation is held, and while it is, asks each second whether it still is. It can't become held later:
 * a restore goes into an empty database.
 */
export async function watchHeld(db: Database, log: Log): Promise<HeldState> {
  if ((await findHeld(db)) === undefined) return notHeld
  let held = true
  const over = new AbortController()
  const released = Promise.withResolvers<void>()
  const watch = async () => {
    while (held && !over.signal.aborted) {
      await pause(askMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
      try {
        held = (await findHeld(db)) !== undefined
      } catch (error) {
        if (!over.signal.aborted) log.warn({ err: error }, 'cannot read whether the installation is held')
      }
    }
    if (!held) released.resolve()
  }
  void watch()
  return { isHeld: () => held, released: released.promise, stop: () => over.abort() }
}
