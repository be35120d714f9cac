import {
  allAttempts,
  attemptsOf,
  isWaiting,
  mayContinue,
  readAttempt,
  removeAttempt,
  type StoredAttempt,
} from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { currentSession } from '../device/slices.ts'

/** Loaded when there is something to send: a phone does not need it before that. */
async function deliver(attempt: StoredAttempt): Promise<{ arrived: boolean; done: boolean }> {
  const { deliverAttempt } = await import('../attempt/saving/delivery.ts')
  return deliverAttempt(deviceStore, attempt)
}

/**
 * Sends the unsent answers of this person’s attempts on this device (undefined: of those that nobody has closed), and submits
 * those that were to be submitted.
 * @returns whether anything arrived
 */
export async function deliverStored(userId: string | undefined): Promise<boolean> {
  // A device without IndexedDB has nothing stored.
  const attempts = await attemptsOf(deviceStore, userId).catch(() => [])
  let arrived = false
  for (const attempt of attempts.filter(isWaiting)) arrived = (await deliver(attempt)).arrived || arrived
  return arrived
}

/**
 * Sends what other people left on this device, without showing it, and removes what has arrived: names, forms and
 * tokens must not stay for the next person.
 */
export async function deliverOfOthers(): Promise<void> {
  const userId = currentSession()?.user.id
  const attempts = await allAttempts(deviceStore).catch(() => [])
  for (const attempt of attempts) {
    if (mayContinue(attempt.head, userId)) continue
    if (isWaiting(attempt) && !(await deliver(attempt)).done) continue
    // An attempt that can't be read or removed now has arrived all the same, and is looked at again next time.
    const now = await readAttempt(deviceStore, attempt.head.assignmentId).catch(() => undefined)
    // While it was on its way its person may have come back, with another test or more answers.
    if (now === undefined || mayContinue(now.head, currentSession()?.user.id) || isMore(now, attempt))
      continue
    await removeAttempt(deviceStore, attempt.head.assignmentId).catch(() => undefined)
  }
}

/** True if the device has something else, or has more to send, than what was delivered. */
function isMore(now: StoredAttempt, delivered: StoredAttempt): boolean {
  const { head, progress } = delivered
  const another = head.offline
    ? now.head.offline !== undefined && now.head.offline.id !== head.offline.id
    : now.head.testId !== head.testId
  const grown = now.progress.seq !== progress.seq || now.progress.submitting !== progress.submitting
  return another || (isWaiting(now) && grown)
}
