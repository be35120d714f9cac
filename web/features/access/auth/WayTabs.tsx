import type { KeyboardEvent, ReactNode } from 'react'
import classes from './WayTabs.module.css'

export interface Way {
  value: string
  icon: ReactNode
  words: string
}

/** The ways to sign in, as tabs: one of them is in the tab order, the arrow keys choose. */
export function WayTabs(props: {
  label: string
  ways: readonly Way[]
  value: string
  onChange: (value: string) => void
}) {
  const { label, ways, value, onChange } = props
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    // There are two tabs, so each arrow leads to the other one, in both directions of writing.
    const next = ways.find((way) => way.value !== value)
    if (next === undefined) return
    onChange(next.value)
    event.currentTarget.querySelector<HTMLButtonElement>(`[data-way="${next.value}"]`)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={label}
      className={`stack gap-2 tinted rounded ${classes.tabs}`}
      onKeyDown={move}
    >
      {ways.map((way) => (
        <button
          key={way.value}
          type="button"
          role="tab"
          data-way={way.value}
          aria-selected={way.value === value}
          tabIndex={way.value === value ? 0 : -1}
          className={`plain-button inline-row justify-center gap-6 medium muted nowrap rounded-sm ${classes.tab}`}
          onClick={() => onChange(way.value)}
        >
          {way.icon}
          {way.words}
        </button>
      ))}
    </div>
  )
}
