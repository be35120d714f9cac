const firstMs = 60_000
const longestMs = 15 * 60_000

/** A pause that doubles with each failure: what takes the whole line, and fails again at once, must not be tried all the time. */
export function doublingPause() {
  let pauseMs = 0
  let until = 0
  return {
    isOver: (): boolean => performance.now() >= until,
    failed(): void {
      pauseMs = pauseMs === 0 ? firstMs : Math.min(longestMs, pauseMs * 2)
      until = performance.now() + pauseMs
    },
    worked(): void {
      pauseMs = 0
      until = 0
    },
  }
}
