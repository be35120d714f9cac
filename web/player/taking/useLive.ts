import { useEffect, useState, useSyncExternalStore } from 'react'
import type { LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'

export const useLive = (live: LiveAttempt): LiveState => useSyncExternalStore(live.subscribe, live.get)

/** Draws the component again every second while there is a deadline to show. */
export function useSecond(running: boolean): void {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => tick((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [running])
}
