import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import fold from '../../../ui/layout/fold.module.css'
import classes from './fold.module.css'

interface FoldCardProps {
  title: string
  /** The content in a few words, beside the title. */
  summary: string
  children: ReactNode
}

/** A collapsible card. Its text is always in the page, so the browser's search finds and opens it. */
export function FoldCard({ title, summary, children }: FoldCardProps) {
  return (
    <Card>
      <details className={classes.fold}>
        <summary className={fold.summary}>
          <IconChevronRight size={18} stroke={2} className={fold.chevron} aria-hidden />
          <h2 className="text-16 semibold">{title}</h2>
          <span className="meta">{summary}</span>
        </summary>
        <CardBody className="stack one-column gap-12">{children}</CardBody>
      </details>
    </Card>
  )
}

/** One thing of many, in a line that opens. */
export function FoldLine({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <details className={classes.line}>
      <summary className={fold.summary}>
        <IconChevronRight size={18} stroke={2} className={fold.chevron} aria-hidden />
        <span className={`row wraps min-0 grow breakable ${classes.head}`}>{head}</span>
      </summary>
      <div className={`stack one-column gap-2 breakable ${classes.inner}`}>{children}</div>
    </details>
  )
}
