import { useEffect } from 'react'
import { sync } from './day.ts'
import { arePagesKept } from './keptPages.ts'
import { change } from './state.ts'

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

const pagesEveryMs = 3_000

/** Looks until the tablet's pages are kept. */
export function useKeptPages(isTablet: boolean, kept: boolean): void {
  useEffect(() => {
    if (!isTablet || kept) return
    const look = () =>
      void arePagesKept().then(
        (pagesKept) => change({ pagesKept }),
        (error: unknown) => console.warn('The tablet’s pages could not be looked at.', error),
      )
    look()
    const timer = setInterval(look, pagesEveryMs)
    return () => clearInterval(timer)
  }, [isTablet, kept])
}
