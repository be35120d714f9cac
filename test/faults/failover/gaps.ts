import { setTimeout as pause } from 'node:timers/promises'

const limitMs = 120_000

/** Times without any confirmed answer. */
export function createGaps(now: () => number = () => performance.now()) {
  const confirmed: number[] = []
  return {
    now,
    /** An answer was confirmed. */
    note: () => void confirmed.push(now()),
    /** Waits until an answer is confirmed after that time. @throws when none is for two minutes */
    async answeredAfter(start: number) {
      while ((confirmed.at(-1) ?? 0) <= start) {
        if (now() > start + limitMs) throw new Error(`no answer was confirmed for ${limitMs / 1000} s`)
        await pause(20)
      }
    },
    /** The longest time between two confirmed answers since then, in ms. It begins with the last one before. */
    longestSince(start: number): number {
      const first = confirmed.findLastIndex((at) => at <= start)
      const times = confirmed.slice(Math.max(0, first))
      return Math.round(Math.max(0, ...times.map((at, index) => at - (times[index - 1] ?? at))))
    },
  }
}
