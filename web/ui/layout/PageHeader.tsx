import type { ReactNode } from 'react'
import { DocumentTitle } from './DocumentTitle.tsx'
import classes from './PageHeader.module.css'
import { usePageTitle } from './pageTitle.ts'

interface PageHeaderProps {
  /** The page's h1 and, with the product's name, the document's title; left out: the title in the table of pages. */
  title?: string
  /** The document's title where the heading is no name for a page: a greeting. */
  documentTitle?: string
  /** The first sentence answers the page's question. */
  lead?: ReactNode
  /** Buttons at the end; one of them solid at most. */
  actions?: ReactNode
  crumbs?: ReactNode
  /** A state beside the heading. */
  aside?: ReactNode
  /** The picture of the page's person or organisation, before the heading. */
  picture?: ReactNode
  /** The most important facts, under the heading: a list, which a paragraph can't contain. */
  facts?: ReactNode
}

export function PageHeader({
  title,
  documentTitle = title,
  lead,
  actions,
  crumbs,
  aside,
  picture,
  facts,
}: PageHeaderProps) {
  const page = usePageTitle()
  const heading = (
    <>
      <div className="row wraps gap-12">
        <h1>{title ?? page}</h1>
        {aside}
      </div>
      {lead ? <p>{lead}</p> : null}
      {facts}
    </>
  )
  return (
    <header className={`cluster gap-16 ${classes.root}`}>
      <DocumentTitle words={documentTitle} />
      <div className={`min-0 ${classes.words}`}>
        {crumbs ? <div className={`row gap-6 text-13 faint ${classes.crumbs}`}>{crumbs}</div> : null}
        {picture ? (
          <div className={`row gap-16 ${classes.pictured}`}>
            {picture}
            <div>{heading}</div>
          </div>
        ) : (
          heading
        )}
      </div>
      {actions ? <div className={`cluster gap-8 ${classes.actions}`}>{actions}</div> : null}
    </header>
  )
}
