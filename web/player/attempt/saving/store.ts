import type { Locale } from '#contract/fields.ts'
import type { Form, OwnAssignment } from '#contract/participant.ts'
import type { Offline, Progress, Started } from '../model.ts'

/**
 * The device's store of attempts. A write is done when its promise is; several entries are written together or not at all.
 */
export interface KeyValueStore {
  get: (key: string) => Promise<unknown>
  set: (entries: [key: string, value: unknown][]) => Promise<void>
  remove: (keys: string[]) => Promise<void>
  keys: () => Promise<string[]>
}

/** The part of an attempt that is fixed or seldom changes. */
export interface Head {
  shape: 1
  /** The attempt's owner: nobody else on this device sees it or sends its answers. */
  userId: string
  /** After signing out here, the same person must sign in to go on. */
  locked: boolean
  /** Hash of the invitation link that led here, so that the same link opens the attempt without a line. */
  link?: string
  assignmentId: string
  testId: string
  attemptToken: string
  /** Encrypts what cannot be sent; absent in what an older release stored. */
  rescueKey?: string
  form: Form
  person: string
  client: OwnAssignment['client']
  /** The client's, in which days and times are said; an attempt stored by an older release has none. */
  timeZone?: string
  inventory: { code: string; name: string }
  locale: Locale
  startedAt: string
  deadline: string | null
  /** The current accommodations; absent in what an older release stored. */
  accommodations?: Started['accommodations']
  sections: Started['sections']
  /** The practice that the whole test's clock waits for; absent in what an older release stored. */
  practice?: Started['practice']
  /** The server does not know of the attempt yet: a tablet began it without a connection. */
  offline?: Offline | undefined
  /** Since when it is paused; absent in what an older release stored. */
  pausedAt?: string | null
  /** The breaks that the person may take; absent where there are none. */
  breaks?: Started['breaks']
  /** Taken on a test day's tablet. */
  onTablet?: boolean
  /** Server's clock minus device's clock, in milliseconds. */
  offsetMs: number
}

export interface StoredAttempt {
  head: Head
  progress: Progress
}

const headKey = (assignmentId: string) => `head:${assignmentId}`
const progressKey = (assignmentId: string) => `progress:${assignmentId}`

const hasShape = (value: unknown): value is Head =>
  typeof value === 'object' && value !== null && 'shape' in value && value.shape === 1
const isProgress = (value: unknown): value is Progress =>
  typeof value === 'object' && value !== null && 'answers' in value && 'seq' in value

export async function readAttempt(
  store: KeyValueStore,
  assignmentId: string,
): Promise<StoredAttempt | undefined> {
  const [head, progress] = await Promise.all([
    store.get(headKey(assignmentId)),
    store.get(progressKey(assignmentId)),
  ])
  return hasShape(head) && isProgress(progress) ? { head, progress } : undefined
}

export const writeAttempt = (store: KeyValueStore, { head, progress }: StoredAttempt): Promise<void> =>
  store.set([
    [headKey(head.assignmentId), head],
    [progressKey(head.assignmentId), progress],
  ])

export const writeProgress = (
  store: KeyValueStore,
  assignmentId: string,
  progress: Progress,
): Promise<void> => store.set([[progressKey(assignmentId), progress]])

/** The key of the signals that the device noted beside the answers (signals.ts). */
export const signalsKey = (assignmentId: string) => `signals:${assignmentId}`

export const removeAttempt = (store: KeyValueStore, assignmentId: string): Promise<void> =>
  store.remove([headKey(assignmentId), progressKey(assignmentId), signalsKey(assignmentId)])

/** Every attempt on this device, of any person. */
export async function allAttempts(store: KeyValueStore): Promise<StoredAttempt[]> {
  const heads = (await store.keys()).filter((key) => key.startsWith('head:'))
  const all = await Promise.all(heads.map((key) => readAttempt(store, key.slice('head:'.length))))
  return all.filter((attempt) => attempt !== undefined)
}

/** Every attempt on this device that the given person may go on with (`undefined`: nobody is signed in). */
export const attemptsOf = async (
  store: KeyValueStore,
  userId: string | undefined,
): Promise<StoredAttempt[]> => (await allAttempts(store)).filter(({ head }) => mayContinue(head, userId))

/** True if the server has not acknowledged all of it. */
export const isWaiting = ({ head, progress }: StoredAttempt): boolean =>
  head.offline !== undefined ||
  progress.submitting ||
  Object.values(progress.answers).some(({ state }) => state === 'unsent')

/** A person's own attempt; without a session also one that was never signed out of, as after a reboot. */
export const mayContinue = (head: Head, userId: string | undefined): boolean =>
  userId === undefined ? !head.locked : head.userId === userId

/**
 * Signing out: what the server has is removed from the device; what waits for it opens for the same person only, until it
 * has arrived.
 */
export const lockAttempts = (store: KeyValueStore, userId: string): Promise<void> =>
  lock(store, ({ head }) => head.userId === userId)

/** Somebody signs in: the same for everybody but them. */
export const lockOthers = (store: KeyValueStore, userId: string): Promise<void> =>
  lock(store, ({ head }) => head.userId !== userId)

async function lock(store: KeyValueStore, isMeant: (attempt: StoredAttempt) => boolean): Promise<void> {
  for (const attempt of (await allAttempts(store)).filter(isMeant)) {
    const { head, progress } = attempt
    if (isWaiting(attempt)) await writeAttempt(store, { head: { ...head, locked: true }, progress })
    else await removeAttempt(store, head.assignmentId)
  }
}
