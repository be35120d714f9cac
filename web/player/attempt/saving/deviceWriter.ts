import type { LiveStore } from '../liveState.ts'
import { isHandedOver } from './sender.ts'
import { type KeyValueStore, removeAttempt, writeAttempt, writeProgress } from './store.ts'

/** Between tries to write what the device did not take. */
const againMs = 5_000

/** The only writer to the device in this page, by assignment: the attempt being taken, else the one opened last. */
const writers = new Map<string, symbol>()

export type DeviceWriter = ReturnType<typeof createDeviceWriter>

/**
 * Keeps an attempt on the device.
 * @param delivering leaves writing to the test that is open in this page, if any
 */
export function createDeviceWriter(store: KeyValueStore, live: LiveStore, delivering: boolean) {
  const { assignmentId } = live.get().head
  const self = Symbol(assignmentId)
  if (!delivering || !writers.has(assignmentId)) writers.set(assignmentId, self)
  let writes = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  const writer = {
    /** Writes one after the other, each with the newest progress; resolves when that is on the device, or the device failed. */
    write(whole = false): Promise<void> {
      // An earlier opening still gets answers to its calls: it must not overwrite the next one, or restore what was removed.
      if (live.isClosed() || writers.get(assignmentId) !== self) return writes
      writes = writes.then(async () => {
        const state = live.get()
        if (state.receipt !== undefined || state.elsewhere || isHandedOver(state.stopped?.why)) return
        try {
          if (whole || state.storageFailed) await writeAttempt(store, state)
          else await writeProgress(store, assignmentId, state.progress)
          if (live.get().storageFailed) live.change({ storageFailed: false })
        } catch {
          // Private mode, a full disk, or a device that does not answer: the page goes on with what it has in memory, says so,
          // and writes all of it once the device takes it again.
          live.change({ storageFailed: true })
          clearTimeout(timer)
          timer = setTimeout(() => void writer.write(true), againMs)
        }
      })
      return writes
    },
    /** Resolves when everything written so far is on the device. */
    written: () => writes,
    remove: () => removeAttempt(store, assignmentId),
    close() {
      clearTimeout(timer)
      if (writers.get(assignmentId) === self) writers.delete(assignmentId)
    },
  }
  return writer
}
