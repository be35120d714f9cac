import { liveAttempt } from '../live.ts'
import { unsentCount } from '../liveState.ts'
import { isHandedOver } from './sender.ts'
import type { KeyValueStore, StoredAttempt } from './store.ts'

/** Sends an attempt's answers with its own token; no session is needed. */
export async function deliverAttempt(
  store: KeyValueStore,
  attempt: StoredAttempt,
): Promise<{ arrived: boolean; done: boolean }> {
  const live = liveAttempt(store, attempt, { delivering: true })
  const before = unsentCount(live.get())
  const begunOffline = attempt.head.offline !== undefined
  if (attempt.progress.submitting) await live.submit()
  else if (before > 0) await live.flush()
  else if (live.get().head.offline) await live.syncClock()
  const { receipt, stopped, ...after } = live.get()
  live.close()
  const left = unsentCount(live.get())
  // While the server does not have it, it is the only copy: a refusal may be repaired, by a manager or a new release.
  const onlyHere = after.head.offline !== undefined && !isHandedOver(stopped?.why)
  return {
    arrived: receipt !== undefined || left < before || (begunOffline && after.head.offline === undefined),
    // Its token has run out, or the server takes no more of it: waiting longer helps nobody.
    done:
      receipt !== undefined ||
      (!onlyHere && (stopped !== undefined || (left === 0 && !after.progress.submitting))),
  }
}
