import { attemptsOf } from '../attempt/store.ts'
import { deviceStore } from '../device/indexedDb.ts'

/**
 * Sends what this person's attempts on this device still hold, and hands in those that were to be handed in.
 * @returns whether anything arrived
 */
export async function deliverStored(userId: string): Promise<boolean> {
  // A device without IndexedDB has nothing stored.
  const attempts = await attemptsOf(deviceStore, userId).catch(() => [])
  if (attempts.length === 0) return false
  const { liveAttempt, unsentCount } = await import('../attempt/live.ts')
  let arrived = false
  for (const attempt of attempts) {
    const live = liveAttempt(deviceStore, attempt, { delivering: true })
    const before = unsentCount(live.get())
    if (attempt.progress.submitting) await live.submit()
    else if (before > 0) await live.flush()
    const after = live.get()
    arrived ||= after.receipt !== undefined || unsentCount(after) < before
    live.close()
  }
  return arrived
}
