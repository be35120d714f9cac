import { shortestAbsenceSeconds } from '#contract/signal-limits.ts'
import { isPaused } from '../clock/paused.ts'
import type { LiveAttempt } from '../live.ts'
import type { KeyValueStore } from '../saving/store.ts'
import { createSignalQueue } from './signalQueue.ts'

/** A page that was closed was reloaded, on a slow phone over a bad line, unless it was away this long. */
const longestReloadMs = 30_000

/** The device itself is speaking: what takes the focus then may be its own. */
const isSpeaking = () => window.speechSynthesis?.speaking === true

/** Text that somebody typed is theirs to copy. */
const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/**
 * Notes when the page of a running test was not in front, and when text of it was copied.
 * @returns what stops it
 */
export function watchSignals(
  live: Pick<LiveAttempt, 'get' | 'subscribe' | 'clock'>,
  store: KeyValueStore,
): () => void {
  const queue = createSignalQueue(live, store)
  const now = () => new Date(live.clock.now()).toISOString()
  const isTaken = () => {
    const { head, progress, receipt, elsewhere, stopped } = live.get()
    // While a manager has paused it, nobody need look at it.
    if (isPaused(head, live.clock.now())) return false
    return receipt === undefined && !progress.submitting && !elsewhere && stopped === undefined
  }

  const leave = () => {
    if (queue.away() !== undefined || !isTaken()) return
    if (document.visibilityState === 'visible' && isSpeaking()) return
    queue.setAway({ at: now(), since: Date.now() })
  }
  const comeBack = (shortestMs: number) => {
    const away = queue.away()
    if (away === undefined) return
    queue.setAway(undefined)
    const ms = Date.now() - away.since
    if (ms < shortestMs || !isTaken()) return
    queue.add({ kind: 'away', at: away.at, seconds: Math.min(86_400, Math.floor(ms / 1000)) })
  }
  const isBack = () => comeBack(shortestAbsenceSeconds * 1000)
  const shown = () => (document.visibilityState === 'visible' ? isBack() : leave())
  const copy = ({ target }: Event) => {
    if (!isField(target) && isTaken()) queue.add({ kind: 'copied', at: now() })
  }

  const events = [
    [document, 'visibilitychange', shown],
    [window, 'blur', leave],
    [window, 'focus', isBack],
    // Some phones do not report that a page has the focus again: touching it proves that it is in front.
    [document, 'pointerdown', isBack],
    [document, 'keydown', isBack],
    [document, 'copy', copy],
    [document, 'cut', copy],
  ] as const
  for (const [target, name, listener] of events) target.addEventListener(name, listener)
  void queue.restore().then(() => {
    if (document.visibilityState === 'visible') comeBack(longestReloadMs)
  })

  return () => {
    queue.close()
    for (const [target, name, listener] of events) target.removeEventListener(name, listener)
  }
}
