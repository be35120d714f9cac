import { delMany, get, keys, promisifyRequest, setMany, type UseStore } from 'idb-keyval'
import type { KeyValueStore } from '../attempt/saving/store.ts'

const storeName = 'attempts'
/** Nobody waits longer for the device: it may never answer, and nothing says so. */
const patienceMs = 3_000
/** Between tries to open it again. */
const firstPauseMs = 3_000
const longestPauseMs = 60_000

let opened: Promise<IDBDatabase> | undefined
/** It did not answer: until it does, everything fails at once and the page goes on with what it has in memory. */
let away = false

function open(): Promise<IDBDatabase> {
  if (opened !== undefined) return opened
  const request = indexedDB.open('terazi-player', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  const opening = promisifyRequest(request)
  const forget = () => {
    if (opened === opening) opened = undefined
  }
  opened = opening
  opening.then((database) => {
    // It answers after it was given up.
    if (opened !== opening) return database.close()
    // The browser may close it (cleared data, another version): the next use opens it again.
    database.onclose = forget
    database.onversionchange = () => {
      database.close()
      forget()
    }
  }, forget)
  return opening
}

// Strict: the answer is on the disk, not in a buffer, before the screen moves on. Browsers default to relaxed.
const begin = (database: IDBDatabase, mode: IDBTransactionMode) =>
  database.transaction(storeName, mode, { durability: 'strict' })

const strictStore: UseStore = async (mode, use) => {
  let transaction: IDBTransaction
  try {
    transaction = begin(await open(), mode)
  } catch (error) {
    // A handle may die and say so only when it is used.
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    opened = undefined
    transaction = begin(await open(), mode)
  }
  return use(transaction.objectStore(storeName))
}

function openAgain(pauseMs: number): void {
  setTimeout(() => {
    within(delMany(['probe'], strictStore), patienceMs).then(
      () => {
        away = false
      },
      () => {
        opened = undefined
        openAgain(Math.min(longestPauseMs, pauseMs * 2))
      },
    )
  }, pauseMs)
}

/** @throws at once while the device does not answer, and what the browser throws */
async function use<T>(work: (store: UseStore) => Promise<T>): Promise<T> {
  if (away) throw new Error('The device does not answer')
  let late = false
  try {
    return await within(work(strictStore), patienceMs, () => {
      late = true
    })
  } catch (error) {
    if (late && !away) {
      away = true
      opened = undefined
      openAgain(firstPauseMs)
    }
    throw error
  }
}

export const deviceStore: KeyValueStore = {
  get: (key) => use((store) => get<unknown>(key, store)),
  set: (entries) => use((store) => setMany(entries, store)),
  remove: (names) => use((store) => delMany(names, store)),
  keys: () => use((store) => keys<string>(store)),
}

/** The answer, if it comes in time. @throws when it is late */
async function within<T>(answer: Promise<T>, patienceMs: number, onLate?: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate?.()
      reject(new Error(`No answer within ${patienceMs} ms`))
    }, patienceMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
