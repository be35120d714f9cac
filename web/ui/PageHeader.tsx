import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

interface PageHeaderProps {
  /** The page's h1 and, with the product's name, the document's title. */
  title: string
  /** The first sentence answers the page's question. */
  lead?: ReactNode
  /** Buttons at the end; one of them solid at most. */
  actions?: ReactNode
  crumbs?: ReactNode
  /** A state beside the heading. */
  aside?: ReactNode
}

export function PageHeader({ title, lead, actions, crumbs, aside }: PageHeaderProps) {
  return (
    <header className={classes.root}>
      <title>{`${title} · Terazi`}</title>
      <div className={classes.words}>
        {crumbs ? <div className={classes.crumbs}>{crumbs}</div> : null}
        <div className={classes.line}>
          <h1>{title}</h1>
          {aside}
        </div>
        {lead ? <p>{lead}</p> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  )
}
