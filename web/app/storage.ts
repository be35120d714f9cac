import { createJSONStorage, type PersistStorage, type StateStorage } from 'zustand/middleware'

/** A browser may deny storage (blocked cookies, full disk); the application then works until the page is closed. */
const memory = new Map<string, string>()

function read(storage: () => Storage, name: string): string | null {
  // A value that didn't fit in the storage is newer than the stored one.
  const kept = memory.get(name)
  if (kept !== undefined) return kept
  try {
    return storage().getItem(name)
  } catch {
    return null
  }
}

function write(storage: () => Storage, name: string, value: string) {
  try {
    storage().setItem(name, value)
    memory.delete(name)
  } catch {
    memory.set(name, value)
  }
}

function remove(storage: () => Storage, name: string) {
  memory.delete(name)
  try {
    storage().removeItem(name)
  } catch {
    // nothing was ever written there
  }
}

const device = () => window.localStorage
const tab = () => window.sessionStorage

const slice = (storage: () => Storage) =>
  ({
    getItem: (name: string) => read(storage, name),
    setItem: (name: string, value: string) => write(storage, name, value),
    removeItem: (name: string) => remove(storage, name),
  }) satisfies StateStorage

export const deviceSlice = slice(device)
export const tabSlice = slice(tab)

let remembered = true

/** Says where the session is kept from now on: on the device, or for this tab alone. */
export function rememberSession(remember: boolean) {
  remembered = remember
}

/** The auth slice: one key, in the storage that the person chose; a session of this tab comes first. */
export const authSlice: StateStorage = {
  getItem: (name) => {
    const ofTab = read(tab, name)
    remembered = ofTab === null
    return ofTab ?? read(device, name)
  },
  setItem: (name, value) => {
    remove(remembered ? tab : device, name)
    write(remembered ? device : tab, name, value)
  },
  removeItem: (name) => {
    remove(tab, name)
    remove(device, name)
  },
}

/** A slice's storage. What cannot be read is removed and counts as never stored: it must not hold up every start. */
export const slicesIn = <State>(storage: StateStorage): PersistStorage<State> | undefined =>
  createJSONStorage<State>(() => ({
    ...storage,
    getItem: (name) => {
      const text = storage.getItem(name)
      if (typeof text !== 'string') return null
      try {
        JSON.parse(text)
        return text
      } catch {
        void storage.removeItem(name)
        return null
      }
    },
  }))
