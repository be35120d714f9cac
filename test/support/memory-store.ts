import type { KeyValueStore } from '../../web/player/attempt/saving/store.ts'

/** A store in memory that copies like IndexedDB does: what was read or written is never the caller's own object. */
export function memoryStore(): KeyValueStore {
  const entries = new Map<string, unknown>()
  return {
    get: async (key) => structuredClone(entries.get(key)),
    set: async (written) => {
      for (const [key, value] of written) entries.set(key, structuredClone(value))
    },
    remove: async (keys) => {
      for (const key of keys) entries.delete(key)
    },
    keys: async () => [...entries.keys()],
  }
}
