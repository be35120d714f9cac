import type { ReactNode } from 'react'
import classes from './words.module.css'

/** A label for inventory codes only. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className={`inline-row semibold muted nowrap surface rounded-sm edged ${classes.tag}`}>
      {children}
    </span>
  )
}
