import { type ReactNode, useEffect, useRef } from 'react'
import classes from './TabRow.module.css'

interface TabRowProps {
  /** Names the row for screen readers. */
  label: string
  className?: string | undefined
  /** Which of the tabs is open: when it changes, that one is brought into view. */
  current: string
  /** Links; the open one with `aria-current`. */
  children: ReactNode
}

/** Tabs with addresses of their own. On a phone the row is wider than the screen, fades where it goes on, and scrolls. */
export function TabRow({ label, className = '', current, children }: TabRowProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const nav = row.current
    if (!nav) return
    const look = () => {
      const before = Math.abs(nav.scrollLeft)
      const after = nav.scrollWidth - nav.clientWidth - before
      nav.dataset.more = [before > 1 ? 'before' : '', after > 1 ? 'after' : ''].join(' ').trim()
    }
    look()
    nav.addEventListener('scroll', look, { passive: true })
    const resized = 'ResizeObserver' in window ? new ResizeObserver(look) : undefined
    for (const part of [nav, ...nav.children]) resized?.observe(part)
    return () => {
      nav.removeEventListener('scroll', look)
      resized?.disconnect()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is found by its attribute
  useEffect(() => {
    // The browser's scrollIntoView would move the page as well.
    const tab = row.current?.querySelector('[aria-current="page"]')?.getBoundingClientRect()
    const seen = row.current?.getBoundingClientRect()
    if (!tab || !seen || !row.current) return
    if (tab.right > seen.right - faded) row.current.scrollLeft += tab.right - seen.right + faded
    if (tab.left < seen.left + faded) row.current.scrollLeft += tab.left - seen.left - faded
  }, [current])
  return (
    <nav ref={row} className={`${classes.row} ${className}`} aria-label={label}>
      {children}
    </nav>
  )
}

/** The width of the fade in the style sheet, in px: the open tab isn't under it. */
const faded = 40
