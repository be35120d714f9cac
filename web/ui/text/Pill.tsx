import type { ReactNode } from 'react'
import classes from './words.module.css'

export type PillTone = 'neutral' | 'green' | 'amber' | 'red' | 'sky' | 'indigo'

/** A state in the head of a page or card. */
export function Pill({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: PillTone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={`inline-row semibold muted nowrap ${classes.pill}`} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
