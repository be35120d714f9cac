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
          <h2>{title}</h2>
          <span className="meta">{summary}</span>
        </summary>
        <CardBody className={classes.body ?? ''}>{children}</CardBody>
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
        <span className={classes.head}>{head}</span>
      </summary>
      <div className={classes.inner}>{children}</div>
    </details>
  )
}
