/**
 * The server's clock as this device knows it: the last time from the server, and what a clock that nobody can set has
 * counted since. The device's own date is used only until the server is heard for the first time after a reload.
 */
export interface ServerClock {
  /** Milliseconds since 1970 on the server. */
  now: () => number
  sync: (serverTime: string) => void
  /** Server's clock minus the device's date, in milliseconds, for the next page to begin with. */
  readonly offsetMs: number
  /** True while no server time has been received since the page was loaded or the device slept: the time is a guess. */
  readonly estimated: boolean
  /** Marks the time as a guess: counting may stop while a device sleeps. */
  doubt: () => void
}

interface DeviceClocks {
  /** The date that a person can set. */
  date: () => number
  /** Milliseconds counted since the page was loaded. */
  count: () => number
}

const ofBrowser: DeviceClocks = { date: () => Date.now(), count: () => performance.now() }

export function serverClock(offsetMs = 0, device: DeviceClocks = ofBrowser): ServerClock {
  let told = device.date() + offsetMs
  let at = device.count()
  let estimated = true
  const now = () => told + device.count() - at
  return {
    now,
    sync: (serverTime) => {
      const time = Date.parse(serverTime)
      if (Number.isNaN(time)) return
      told = time
      at = device.count()
      estimated = false
    },
    get offsetMs() {
      return now() - device.date()
    },
    get estimated() {
      return estimated
    },
    doubt: () => {
      estimated = true
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

/** The warning shown with so many seconds left: the smallest that was reached. */
export function warningOf(seconds: number, limitSeconds: number): number | undefined {
  return warningMinutes(limitSeconds)
    .filter((minutes) => seconds <= minutes * 60)
    .at(-1)
}
