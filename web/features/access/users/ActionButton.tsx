import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './users.module.css'

interface ActionButtonProps {
  icon: TablerIcon
  /** Explains the effect, under the words. */
  hint?: ReactNode
  danger?: boolean
  busy?: boolean
  onClick: () => void
  children: ReactNode
}

/** One thing that can be done, as a line of a list. */
export function ActionButton({ icon: Icon, hint, danger, busy, onClick, children }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={`plain-button row full-width gap-12 ink text-start rounded ${classes.action}`}
      data-danger={danger || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <Icon className="rigid muted" size={20} stroke={1.75} aria-hidden />
      <span>
        <b className="medium">{children}</b>
        {hint ? <span className="meta">{hint}</span> : null}
      </span>
    </button>
  )
}
