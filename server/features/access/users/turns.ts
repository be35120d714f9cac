import { Failure } from '#server/http/failure.ts'

/**
 * Bounds how many pieces of work run at a time and how many wait; first come, first served.
 * @returns runs a piece of work when it is its turn; throws Failure service_unavailable when too many wait
 */
export function inTurns(bound: { atOnce: number; waitingAtMost: number; retryAfterSeconds: number }) {
  const { atOnce, waitingAtMost, retryAfterSeconds } = bound
  const waiting: (() => void)[] = []
  let running = 0
  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1
    else if (waiting.length >= waitingAtMost) throw new Failure('service_unavailable', { retryAfterSeconds })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place is handed on, not given up, so that nobody who comes now gets in between.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
