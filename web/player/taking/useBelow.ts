import { useEffect, useState } from 'react'

/** How many options lie below the visible part, and a way to the last one. All options must be seen before one is chosen. */
export function useBelow(key: string): { count: number; show: () => void } {
  const [count, setCount] = useState(0)
  useEffect(() => {
    setCount(0)
    const main = document.querySelector('main')
    if (!main || key === '') return
    const hidden = new Set<Element>()
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const below = entry.boundingClientRect.bottom > (entry.rootBounds?.bottom ?? 0)
          if (entry.intersectionRatio < 0.9 && below) hidden.add(entry.target)
          else hidden.delete(entry.target)
        }
        setCount(hidden.size)
      },
      { root: main, threshold: 0.9 },
    )
    for (const option of main.querySelectorAll('[data-option]')) watcher.observe(option)
    return () => watcher.disconnect()
  }, [key])
  const show = () => {
    const options = document.querySelectorAll('main [data-option]')
    options[options.length - 1]?.scrollIntoView({ block: 'end' })
  }
  return { count, show }
}
