import { signalLimits } from '#contract/signal-limits.ts'
import type { Signal } from '#contract/signals.ts'
import { CallFailure, calls, request } from '../../api.ts'
import type { LiveAttempt } from '../live.ts'
import { unsentCount } from '../liveState.ts'
import { type KeyValueStore, signalsKey } from '../saving/store.ts'

const firstPauseMs = 20_000
const longestPauseMs = 300_000

/**
 * The signals that the device keeps: those to be sent, their total, and since when the page is not in front, by the server's
 * clock and by the device's date, which goes on while the device sleeps.
 */
interface Noted {
  unsent: Signal[]
  count: number
  away?: { at: string; since: number } | undefined
}

const isNoted = (value: unknown): value is Noted =>
  typeof value === 'object' && value !== null && 'unsent' in value && 'count' in value

/**
 * Keeps signals and sends them in batches. They are less than any answer: they are sent only when no answer is unsent, and
 * what cannot be kept or sent is lost.
 */
export function createSignalQueue(live: Pick<LiveAttempt, 'get' | 'subscribe'>, store: KeyValueStore) {
  const { assignmentId } = live.get().head
  let noted: Noted = { unsent: [], count: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = false
  let failures = 0
  let closed = false

  const hasArrived = () => live.get().receipt !== undefined
  const change = (part: Partial<Noted>) => {
    noted = { ...noted, ...part }
    // The device keeps no signals once the test has arrived.
    if (!closed && !hasArrived()) store.set([[signalsKey(assignmentId), noted]]).catch(() => undefined)
  }

  const sendLater = (pauseMs = firstPauseMs) => {
    timer ??= setTimeout(() => {
      timer = undefined
      void send()
    }, pauseMs)
  }
  async function send(): Promise<void> {
    const batch = noted.unsent.slice(0, signalLimits.call)
    if (batch.length === 0 || sending || closed) return
    const state = live.get()
    // The server does not yet know a test that a tablet began without a connection.
    const first = unsentCount(state) > 0 || !state.reached || state.head.offline !== undefined
    if (!hasArrived() && first) return sendLater()
    sending = true
    const without = await call(state.head.attemptToken, batch)
    sending = false
    change({ unsent: noted.unsent.filter((one) => !without.includes(one)) })
    if (noted.unsent.length > 0) sendLater(Math.min(longestPauseMs, firstPauseMs * 2 ** failures))
  }
  /** @returns what need not be sent again */
  async function call(token: string, signals: Signal[]): Promise<readonly Signal[]> {
    try {
      await request(calls.signals, { token, params: { assignmentId }, body: { signals } })
      failures = 0
      return signals
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      failures += 1
      // Refused as they are, they would be refused again.
      return error.status >= 400 && error.status < 500 && error.status !== 429 ? noted.unsent : []
    }
  }

  // The last ones are sent as soon as the test has arrived: the page may be closed then.
  const unsubscribe = live.subscribe(() => {
    if (hasArrived()) void send()
  })

  return {
    add: (signal: Signal) => {
      if (noted.count >= signalLimits.attempt) return
      change({ unsent: [...noted.unsent, signal], count: noted.count + 1 })
      sendLater()
    },
    away: () => noted.away,
    setAway: (away: Noted['away']) => change({ away }),
    /** Takes over what an earlier page of the same test left on the device. */
    restore: async () => {
      const kept = await store.get(signalsKey(assignmentId)).catch(() => undefined)
      if (closed || !isNoted(kept)) return
      noted = {
        unsent: [...kept.unsent, ...noted.unsent],
        count: kept.count + noted.count,
        away: noted.away ?? kept.away,
      }
      if (noted.unsent.length > 0) sendLater()
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      unsubscribe()
    },
  }
}
