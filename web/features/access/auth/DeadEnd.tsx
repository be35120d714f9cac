import type { ReactNode } from 'react'
import { ScalesDrawing } from '../../../ui/feedback/drawings.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import classes from './auth.module.css'

interface DeadEndProps {
  title: string
  subtitle?: string
  children: ReactNode
  actions: ReactNode
}

/** A page that only says why it goes no further, and where else one can go. */
export function DeadEnd({ title, subtitle, children, actions }: DeadEndProps) {
  return (
    <div className={classes.sent}>
      <DocumentTitle words={title} />
      <ScalesDrawing />
      <h1>{title}</h1>
      {subtitle ? <h2>{subtitle}</h2> : null}
      <p>{children}</p>
      <div className="cluster justify-center gap-8 above-8">{actions}</div>
    </div>
  )
}
