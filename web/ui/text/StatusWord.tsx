import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './words.module.css'

export type StatusTone = 'done' | 'running' | 'waiting' | 'expired' | 'cancelled' | 'bad'

/** A state in a table: an icon and a word, never a colour alone. */
export function StatusWord({
  tone,
  icon: Icon,
  children,
}: {
  tone: StatusTone
  icon: TablerIcon
  children: ReactNode
}) {
  return (
    <span className={`inline-row gap-6 ink nowrap ${classes.status}`} data-tone={tone}>
      <Icon size={18} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
