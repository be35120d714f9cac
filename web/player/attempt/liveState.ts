import type { CallFailure } from '../api.ts'
import { t } from '../words.ts'
import { inState, type Progress } from './model.ts'
import { type Stop, stopOf } from './saving/sender.ts'
import type { Head } from './saving/store.ts'

export interface LiveState {
  head: Head
  progress: Progress
  /** True if the last call got any answer at all. */
  reached: boolean
  /** Why the last save was not acknowledged; gone with the next that is. */
  saveError: string | undefined
  /** That was something else's answer: a captive portal's or a proxy's. */
  foreign?: boolean
  /** The device could not write: answers live in this page alone until they are sent. */
  storageFailed: boolean
  stopped: { why: Stop; message: string } | undefined
  /** Another device, or another tab of this one, has gone on with the attempt. */
  elsewhere: boolean
  /** Set by an acknowledged submission, after which the device keeps nothing. */
  receipt: string | undefined
  /** It was handed in here after a manager had ended it. */
  ended?: true | undefined
  submitFailed: boolean
  /** The section for whose practice the server is being asked to stop the clock. */
  beginning?: string | undefined
  /** Set in a preview: nothing is sent or kept. */
  preview?: true
}

export type LiveStore = ReturnType<typeof createLiveStore>

/** The state of an attempt that nothing has happened to in this page yet. */
export const openedState = ({ head, progress }: Pick<LiveState, 'head' | 'progress'>): LiveState => ({
  head,
  progress,
  reached: true,
  saveError: undefined,
  storageFailed: false,
  stopped: undefined,
  elsewhere: false,
  receipt: undefined,
  submitFailed: false,
})

/** The state of one attempt in this page, and the listeners that draw it. */
export function createLiveStore(opened: LiveState) {
  const listeners = new Set<() => void>()
  let closed = false
  let state = opened

  function change(part: Partial<LiveState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  /** Notes the result of a call: whether the server was reached, and the error shown beside unsent answers. */
  function tried(failure?: CallFailure) {
    const reached = failure?.code !== 'network'
    const saveError = failure && saveErrorOf(failure)
    if (reached !== state.reached || saveError !== state.saveError)
      change({ reached, saveError, foreign: failure?.code === 'foreign' })
  }

  return {
    get: () => state,
    change,
    changeHead: (part: Partial<Head>) => change({ head: { ...state.head, ...part } }),
    tried,
    refusedByServer(failure: CallFailure) {
      const why = stopOf(failure)
      tried(failure)
      if (why) change({ stopped: { why, message: failure.message } })
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isClosed: () => closed,
    close() {
      closed = true
      listeners.clear()
    },
  }
}

/** True if an item's time is over by this device's clock. The answer is kept, and marked until the server decides. */
export function isAfterLimit(head: Head, itemId: string, now: number): boolean {
  const section = head.form.sections.find(({ items }) => items.some(({ id }) => id === itemId))
  const own = head.sections.find(({ id }) => id === section?.id)?.deadline
  return [head.deadline, own].some((deadline) => deadline != null && Date.parse(deadline) <= now)
}

export const unsentCount = ({ progress }: LiveState): number => inState(progress, 'unsent').length

/** The message that is stored and shown for a failed save. */
function saveErrorOf({ status, code, message }: CallFailure): string {
  if (code === 'foreign') return t('player:failure.foreign')
  if (status === 404) return t('player:saveError.notFound')
  if (status > 0) return message || t('player:saveError.http', { message: String(status) })
  return t('player:saveError.unexpected')
}
