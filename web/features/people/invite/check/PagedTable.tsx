import type { ReactNode } from 'react'
import { Pager } from '../../../../ui/table/Pager.tsx'
import classes from './CheckTable.module.css'

const pageSize = 25

interface PagedTableProps<Row> {
  caption: string
  /** The last one, of the actions, is only read out. */
  headings: readonly string[]
  rows: readonly Row[]
  page: number
  onPage: (page: number) => void
  className?: string | undefined
  children: (row: Row, index: number) => ReactNode
}

/** The rows of a list of people; on a phone each is a small block. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { caption, headings, rows, page: asked, onPage, className = '', children } = props
  // The list becomes shorter while its rows are corrected.
  const page = Math.min(asked, Math.max(1, Math.ceil(rows.length / pageSize)))
  return (
    <div className="rounded-lg edged clip">
      <div className={`relative ${classes.scroll}`}>
        <table className={`full-width num ${classes.table} ${className}`}>
          <caption className="sr">{caption}</caption>
          <thead>
            <tr>
              {headings.map((heading, at) => (
                <th key={heading}>
                  {at === headings.length - 1 ? <span className="sr">{heading}</span> : heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows.slice((page - 1) * pageSize, page * pageSize).map(children)}</tbody>
        </table>
      </div>
      {rows.length > pageSize ? (
        <Pager page={page} pageSize={pageSize} count={rows.length} onPage={onPage} />
      ) : null}
    </div>
  )
}
