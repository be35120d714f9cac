/** The server's clock as this device knows it: the device's own clock plus the difference last seen. */
export interface ServerClock {
  /** Milliseconds since 1970 on the server. */
  now: () => number
  sync: (serverTime: string) => void
  readonly offsetMs: number
}

export function serverClock(offsetMs = 0, deviceNow: () => number = Date.now): ServerClock {
  let offset = offsetMs
  return {
    now: () => deviceNow() + offset,
    sync: (serverTime) => {
      offset = Date.parse(serverTime) - deviceNow()
    },
    get offsetMs() {
      return offset
    },
  }
}

/** Whole seconds until a deadline, never below 0. */
export const secondsLeft = (deadline: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(deadline) - now) / 1000))

const two = (value: number) => String(value).padStart(2, '0')

/** `18:42`, from an hour on `1:05:00`. */
export function countdown(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = `${two(minutes % 60)}:${two(seconds % 60)}`
  return minutes < 60 ? rest : `${Math.floor(minutes / 60)}:${rest}`
}

/** The minutes at which a limit warns: five and one, of less than six minutes one alone. */
export const warningMinutes = (limitSeconds: number): number[] => (limitSeconds < 360 ? [1] : [5, 1])

/** The warning that holds with so many seconds left: the smallest that was reached. */
export function warningOf(seconds: number, limitSeconds: number): number | undefined {
  return warningMinutes(limitSeconds)
    .filter((minutes) => seconds <= minutes * 60)
    .at(-1)
}
