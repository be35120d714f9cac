import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  header: ReactNode
  /** Its name in the list of columns; one without a name, or the first, is always there. */
  name?: string
  cell: (row: Row) => ReactNode
  /** The list's `ordering` field; a column without one cannot be sorted. */
  ordering?: string
  /** A long header breaks into lines and leaves the column as narrow as its cells. */
  narrow?: boolean
  /** The first click sorts the highest to the top. */
  highestFirst?: boolean
  /** Numbers and amounts are aligned at the end. */
  align?: 'start' | 'end'
  width?: number | string
  /** Width of the grey bar while loading, near the usual text's. */
  skeleton?: number
  /** Opens the row by a button: for keyboards and screen readers, where the row has no link. */
  opens?: true
  /** Takes the whole width of a phone's card and needs no name. */
  wide?: boolean
}

export interface Selection {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  rowLabel: (key: string) => string
  /** Offered where an action can reach every matching row, also those on other pages. */
  matching?: { all: boolean; onAll: (all: boolean) => void }
  /** The actions for the selected rows. */
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
  /** Lets the person choose the table's columns. */
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
