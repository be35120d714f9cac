import { type ReactNode, useEffect, useId } from 'react'
import classes from './DataTable.module.css'
import { Pager } from './Pager.tsx'
import { SearchField } from './SearchField.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRows } from './TableRows.tsx'
import { TableError, TableNoMatch } from './TableStates.tsx'

export interface Column<Row> {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** The list's `ordering` field; a column without one cannot be sorted. */
  ordering?: string
  /** Numbers and amounts stand at the end. */
  align?: 'start' | 'end'
  width?: number | string
  /** Width of the grey bar while loading, near the usual text's. */
  skeleton?: number
}

export interface Selection {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  rowLabel: (key: string) => string
}

export interface TableFailure {
  title: string
  message: string
  requestId?: string | undefined
  onRetry: () => void
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Left out while the first page loads. */
  rows: readonly Row[] | undefined
  /** Matching rows on all pages. */
  count: number
  page: number
  pageSize: number
  onPage: (page: number) => void
  onPageSize?: (pageSize: number) => void
  ordering?: string | undefined
  onOrdering?: (ordering: string) => void
  search?: { value: string; onChange: (value: string) => void; placeholder: string }
  /** Filters and buttons beside the search. */
  toolbar?: ReactNode
  selection?: Selection
  /** Slides in under the toolbar while rows are selected. */
  bulk?: ReactNode
  onOpen?: (row: Row) => void
  failure?: TableFailure | undefined
  /** Another page is on its way; the present rows stay. */
  busy?: boolean
  /** A search or filter is set: no rows then means no match, not an empty list. */
  filtered?: boolean
  empty: ReactNode
  noMatch: { title: ReactNode; text?: ReactNode; clearLabel: string; onClear: () => void }
  /** Under this width (720 unless given) the table scrolls inside its card. */
  minWidth?: number
}

/** A page behind the last one (rows went, or an old address) leads back to the last; until then the table loads. */
function useReturnFromBeyond<Row>({
  rows,
  failure,
  page,
  pageSize,
  count,
  onPage,
}: DataTableProps<Row>): boolean {
  const beyond = rows?.length === 0 && !failure && page > 1
  const last = Math.max(1, Math.ceil(count / pageSize))
  useEffect(() => {
    if (beyond) onPage(Math.min(last, page - 1))
  }, [beyond, last, page, onPage])
  return beyond
}

/** A list with server paging. It keeps nothing itself: page, sort, search and selection are handed in. */
export function DataTable<Row>(given: DataTableProps<Row>) {
  const beyond = useReturnFromBeyond(given)
  const props = beyond ? { ...given, rows: undefined } : given
  const { label, rows, count, page, pageSize, search, toolbar, bulk, failure, filtered, empty, noMatch } =
    props
  const id = useId()
  const isEmpty = rows !== undefined && rows.length === 0 && !failure
  if (isEmpty && !filtered) return <>{empty}</>

  return (
    <div className={classes.root} aria-busy={rows === undefined || props.busy === true}>
      {search || toolbar ? (
        <div className={classes.toolbar}>
          {search ? <SearchField {...search} /> : null}
          {toolbar}
        </div>
      ) : null}
      {bulk ? (
        <div className={classes.bulk} aria-live="polite">
          {bulk}
        </div>
      ) : null}
      {failure ? (
        <TableError {...failure} />
      ) : isEmpty ? (
        <TableNoMatch {...noMatch} />
      ) : (
        <>
          <section
            className={classes.scroll}
            aria-labelledby={id}
            data-busy={props.busy || undefined}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
          >
            <table
              className={classes.table}
              data-ticks={props.selection ? true : undefined}
              style={{ minWidth: props.minWidth ?? 720 }}
            >
              <caption id={id} className="sr">
                {label}
              </caption>
              <TableHead {...props} />
              <TableRows {...props} />
            </table>
          </section>
          {rows === undefined ? (
            <div className={classes.pagerSpace} />
          ) : (
            <Pager
              page={page}
              pageSize={pageSize}
              count={count}
              onPage={props.onPage}
              {...(props.onPageSize ? { onPageSize: props.onPageSize } : {})}
            />
          )}
        </>
      )}
    </div>
  )
}
