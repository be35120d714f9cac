import { delMany, get, keys, promisifyRequest, setMany, type UseStore } from 'idb-keyval'
import type { KeyValueStore } from '../attempt/store.ts'

const storeName = 'attempts'
let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  if (opened !== undefined) return opened
  const request = indexedDB.open('terazi-player', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  opened = promisifyRequest(request)
  opened.then(
    (database) => {
      // The browser may close it (cleared data, another version): the next use opens it again.
      database.onclose = () => {
        opened = undefined
      }
    },
    () => {
      opened = undefined
    },
  )
  return opened
}

// Strict: the answer is on the disk, not in a buffer, before the screen moves on. Browsers default to relaxed.
const strictStore: UseStore = async (mode, use) => {
  const database = await open()
  return use(database.transaction(storeName, mode, { durability: 'strict' }).objectStore(storeName))
}

export const deviceStore: KeyValueStore = {
  get: (key) => get<unknown>(key, strictStore),
  set: (entries) => setMany(entries, strictStore),
  remove: (names) => delMany(names, strictStore),
  keys: () => keys<string>(strictStore),
}
