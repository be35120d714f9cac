const patienceMs = 3_000

/**
 * Locks the begun tests that the player keeps on this device (web/player/attempt/saving/store.ts): they open without a
 * session, but after a sign-out for the same person alone (docs/decisions/0028). It repeats the player's code with the
 * browser's own API: the player is a separate application, and its store would add more code to every page. What the server
 * has acknowledged is removed at once; the rest is sent when the player is opened next.
 * @param whose the tests of this person, or of everybody but them
 */
export async function lockAttempts(whose: 'own' | 'others', userId: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A store that never answers must keep nobody from signing in or out.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The device does not answer')), patienceMs)
  })
  await Promise.race([lock(whose, userId), late]).finally(() => clearTimeout(timer))
}

async function lock(whose: 'own' | 'others', userId: string): Promise<void> {
  const database = await openPlayerStore()
  if (database === undefined) return
  try {
    await lockIn(database, (owner) => (owner === userId) === (whose === 'own'))
  } finally {
    database.close()
  }
}

/** Undefined where no test was ever begun, and where the device keeps nothing. */
function openPlayerStore(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve(undefined)
    const request = indexedDB.open('terazi-player')
    // There is none yet: to make it is the player's part.
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
}

function lockIn(database: IDBDatabase, isMeant: (owner: unknown) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('attempts', 'readwrite')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    const store = transaction.objectStore('attempts')
    const walk = store.openCursor()
    walk.onsuccess = () => {
      const cursor = walk.result
      if (cursor === null) return
      const [key, value] = [String(cursor.key), cursor.value]
      if (key.startsWith('head:') && isHead(value) && isMeant(value.userId)) {
        const progressKey = key.replace('head:', 'progress:')
        const progress = store.get(progressKey)
        progress.onsuccess = () => {
          if (isWaiting(progress.result)) store.put({ ...value, locked: true }, key)
          else {
            store.delete(key)
            store.delete(progressKey)
          }
        }
      }
      cursor.continue()
    }
  })
}

/** The same rule as the player's own (web/player/attempt/saving/store.ts). */
function isWaiting(progress: unknown): boolean {
  if (typeof progress !== 'object' || progress === null || !('answers' in progress)) return false
  const { answers } = progress
  if ('submitting' in progress && progress.submitting === true) return true
  return Object.values(Object(answers)).some((answer) => Object(answer).state === 'unsent')
}

const isHead = (value: unknown): value is { userId: unknown } =>
  typeof value === 'object' && value !== null && 'userId' in value
