import { type ServerClock, serverClock } from '../attempt/clock/clock.ts'
import { stateOf, type TabletState } from './dayState.ts'
import { tabletState } from './state.ts'

let clock = serverClock()

/** The server's clock, as this tablet knows it. */
export const tabletClock = (): ServerClock => clock

/** Begins with what the device knew when it was last heard. */
export function startClock(offsetMs: number | undefined): void {
  clock = serverClock(offsetMs)
}

export const dayStateNow = (): TabletState | undefined => {
  const { tablet } = tabletState()
  if (!tablet) return undefined
  // The counter stops while a device sleeps; its date does not.
  return stateOf(tablet, clock.now(), Math.max(clock.now(), Date.now() + tablet.offsetMs))
}
