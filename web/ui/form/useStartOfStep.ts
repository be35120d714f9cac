import { useLayoutEffect, useRef } from 'react'

/** The element of a form's steps: a new step is read from its beginning, by eye and by screen reader. */
export function useStartOfStep(step: string) {
  const start = useRef<HTMLDivElement>(null)
  const last = useRef(step)
  useLayoutEffect(() => {
    if (last.current === step) return
    last.current = step
    start.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return start
}
