import { useEffect } from 'react'
import { sync } from './day.ts'

/** Between two questions how the day is; who is in a test has their line for their answers. */
const everyMs = { waiting: 15_000, inTest: 30_000 }

/** Asks regularly how the day is, which also shows that the tablet is there. */
export function useDay(isTablet: boolean, inTest: boolean): void {
  useEffect(() => {
    if (!isTablet) return
    const ask = () => void sync()
    const timer = setInterval(ask, inTest ? everyMs.inTest : everyMs.waiting)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [isTablet, inTest])
}
