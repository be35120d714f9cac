import { useEffect, useState } from 'react'

/** The seconds that are left of `first`, and a way to begin again with so many. */
export function useCountdown(first: number): [left: number, begin: (seconds: number) => void] {
  const [left, setLeft] = useState(first)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}
