import {
  allAttempts,
  attemptsOf,
  isWaiting,
  mayContinue,
  removeAttempt,
  type StoredAttempt,
} from '../attempt/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { currentSession } from '../device/slices.ts'

/** What became of an attempt whose answers were sent by its own token: nobody's session is asked. */
async function deliver(attempt: StoredAttempt): Promise<{ arrived: boolean; done: boolean }> {
  const { liveAttempt, unsentCount } = await import('../attempt/live.ts')
  const live = liveAttempt(deviceStore, attempt, { delivering: true })
  const before = unsentCount(live.get())
  if (attempt.progress.submitting) await live.submit()
  else if (before > 0) await live.flush()
  const { receipt, stopped, ...after } = live.get()
  live.close()
  const left = unsentCount(live.get())
  return {
    arrived: receipt !== undefined || left < before,
    // Its token has run out, or the server takes no more of it: waiting longer helps nobody.
    done: receipt !== undefined || stopped !== undefined || (left === 0 && !after.progress.submitting),
  }
}

/**
 * Sends what this person's attempts on this device still hold, and hands in those that were to be handed in.
 * @returns whether anything arrived
 */
export async function deliverStored(userId: string): Promise<boolean> {
  // A device without IndexedDB has nothing stored.
  const attempts = await attemptsOf(deviceStore, userId).catch(() => [])
  let arrived = false
  for (const attempt of attempts.filter(isWaiting)) arrived = (await deliver(attempt)).arrived || arrived
  return arrived
}

/**
 * Sends what others have left on this device, without showing any of it, and removes what has arrived: names, forms and
 * tokens must not stay for the next person.
 */
export async function deliverOfOthers(): Promise<void> {
  const userId = currentSession()?.user.id
  const attempts = await allAttempts(deviceStore).catch(() => [])
  for (const attempt of attempts) {
    if (mayContinue(attempt.head, userId)) continue
    if (!isWaiting(attempt) || (await deliver(attempt)).done)
      await removeAttempt(deviceStore, attempt.head.assignmentId).catch(() => undefined)
  }
}
