import { type ReactNode, useEffect, useId } from 'react'
import { CardStrip } from './CardStrip.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import classes from './DataTable.module.css'
import { Pager } from './Pager.tsx'
import { SearchField } from './SearchField.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRows } from './TableRows.tsx'
import { TableError, TableNoMatch } from './TableStates.tsx'
import { tableRoles } from './tableRoles.ts'
import { useNarrow } from './useNarrow.ts'

export interface Column<Row> {
  key: string
  header: ReactNode
  /** Its name in the list of columns; one without a name, or the first, is always there. */
  name?: string
  cell: (row: Row) => ReactNode
  /** The list's `ordering` field; a column without one cannot be sorted. */
  ordering?: string
  /** Numbers and amounts stand at the end. */
  align?: 'start' | 'end'
  width?: number | string
  /** Width of the grey bar while loading, near the usual text's. */
  skeleton?: number
  /** On a phone, where a row is a card: takes the card's whole width and needs no name. */
  wide?: boolean
}

export interface Selection {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  rowLabel: (key: string) => string
  /** Offered where an act can reach every matching row, also those on other pages. */
  matching?: { all: boolean; onAll: (all: boolean) => void }
  /** What can be done with the rows selected. */
  actions?: ReactNode
}

export interface ColumnChoice {
  /** Keys of the columns that are not shown. */
  hidden: readonly string[]
  onHidden: (hidden: readonly string[]) => void
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
  /** Lets the person choose which columns stand in the table. */
  columnChoice?: ColumnChoice
  onOpen?: (row: Row) => void
  failure?: TableFailure | undefined
  /** Another page is on its way; the present rows stay. */
  busy?: boolean
  /** A search or filter is set: no rows then means no match, not an empty list. */
  filtered?: boolean
  empty: ReactNode
  noMatch: { title: ReactNode; text?: ReactNode; clearLabel: string; onClear: () => void }
  /** Under this width (720 unless given) the table scrolls inside its card; on a phone its rows are cards instead. */
  minWidth?: number
  /** Rows of one line, for ledgers. */
  dense?: boolean
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
  const hidden = given.columnChoice?.hidden ?? []
  const columns = given.columns.filter(({ key }, at) => at === 0 || !hidden.includes(key))
  const props = { ...given, columns, ...(beyond ? { rows: undefined } : {}) }
  const { label, rows, count, page, pageSize, search, toolbar, failure, filtered, empty, noMatch } = props
  const id = useId()
  const narrow = useNarrow()
  const isEmpty = rows !== undefined && rows.length === 0 && !failure
  if (isEmpty && !filtered) return <>{empty}</>

  return (
    <div className={classes.root} aria-busy={rows === undefined || props.busy === true}>
      {search || toolbar || given.columnChoice ? (
        <div className={classes.toolbar}>
          {search ? <SearchField {...search} /> : null}
          {toolbar}
          {given.columnChoice ? <ColumnChooser columns={given.columns} {...given.columnChoice} /> : null}
        </div>
      ) : null}
      {props.selection ? <SelectionBar {...props.selection} count={count} /> : null}
      {failure ? (
        <TableError {...failure} />
      ) : isEmpty ? (
        <TableNoMatch {...noMatch} />
      ) : (
        <>
          {narrow ? <CardStrip {...props} /> : null}
          <section
            className={classes.scroll}
            aria-labelledby={id}
            data-busy={props.busy || undefined}
            tabIndex={narrow ? undefined : 0}
          >
            <table
              {...tableRoles.table}
              className={classes.table}
              data-dense={props.dense || undefined}
              style={narrow ? undefined : { minWidth: props.minWidth ?? 720 }}
            >
              <caption id={id} className="sr">
                {label}
              </caption>
              <TableHead {...props} narrow={narrow} />
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
