import { useEffect, useState } from 'react'

/** The height that the button for hidden options covers, in pixels. */
const coveredByButton = 60

/** Counts the options that cannot be seen without scrolling, including those under the button, once there is one. */
function countBelow(main: Element): number {
  const bottom = main.getBoundingClientRect().bottom
  const bottoms = [...main.querySelectorAll('[data-option]')].map(
    (option) => option.getBoundingClientRect().bottom,
  )
  const below = (limit: number) => bottoms.filter((each) => each > limit + 1).length
  return below(bottom) === 0 ? 0 : below(bottom - coveredByButton)
}

/**
 * The number of options below the visible part, and a way to the last one. All options must be seen before one is chosen.
 */
export function useBelow(key: string): { count: number; show: () => void } {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const main = document.querySelector('main')
    if (!main || key === '') return
    const update = () => setCount(countBelow(main))
    const watcher = new ResizeObserver(update)
    watcher.observe(main)
    for (const child of main.children) watcher.observe(child)
    main.addEventListener('scroll', update, { passive: true })
    update()
    return () => {
      watcher.disconnect()
      main.removeEventListener('scroll', update)
    }
  }, [key])
  const show = () => {
    const main = document.querySelector('main')
    main?.scrollTo({ top: main.scrollHeight })
  }
  return { count, show }
}
