const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pauses between the 16 tries of a delivery: two days in all. */
export const pauses: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  4 * hour,
  5 * hour,
  6 * hour,
  7 * hour,
  8 * hour,
  10 * hour,
]

/**
 * Milliseconds to wait after so many tries, of a delivery or of its webhook, up to a tenth more or less: what failed together does not come back together.
 * @param random from 0 to 1
 */
export function pauseAfter(tries: number, random: number = Math.random()): number {
  const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 0
  return Math.round(pause * (0.9 + 0.2 * random))
}
