import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  drawing?: ReactNode
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** A heading of the page's own level; cards use h2. */
  heading?: 'h1' | 'h2' | 'h3'
}

/** Says what a place is for and offers the first step. */
export function EmptyState({ drawing, title, children, actions, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={`stack items-center gap-6 text-center ${classes.root}`}>
      {drawing}
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {actions ? <div className={`cluster justify-center gap-8 ${classes.actions}`}>{actions}</div> : null}
    </div>
  )
}
