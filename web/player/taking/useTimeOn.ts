import { useRef } from 'react'

/** The longest time that is reported for one item: a day. */
export const longestMs = 86_400_000

/** A watch that starts when another item is opened, and goes on from the time the person had it before. */
export function useTimeOn(key: string, earlierMs: number): () => number {
  const opened = useRef({ key, at: performance.now() - earlierMs })
  if (opened.current.key !== key) opened.current = { key, at: performance.now() - earlierMs }
  return () => Math.min(longestMs, Math.round(performance.now() - opened.current.at))
}
