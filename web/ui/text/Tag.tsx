import type { ReactNode } from 'react'
import classes from './words.module.css'

/** A label for inventory codes only. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={classes.tag}>{children}</span>
}
