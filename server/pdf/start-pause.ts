/** Starts in a row that may fail before there is a pause. */
const maxStarts = 3

/** When a worker that cannot start is tried again: at once a few times, then after a pause of this many ms. */
export function startPause(pauseMs: number) {
  let failedStarts = 0
  let pausedUntil = 0
  return {
    isPaused: () => performance.now() < pausedUntil,
    started() {
      failedStarts = 0
    },
    failed() {
      failedStarts += 1
      if (failedStarts < maxStarts) return
      failedStarts = 0
      pausedUntil = performance.now() + pauseMs
    },
  }
}
