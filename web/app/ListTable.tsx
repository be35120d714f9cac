import { DataTable } from '../ui/table/DataTable.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import type { Filter } from '../ui/table/filters.ts'
import type { DataTableProps } from '../ui/table/tableTypes.ts'
import { failureOf } from './LoadFailure.tsx'
import type { List } from './useList.ts'

type Kept =
  | 'label'
  | 'columns'
  | 'rowKey'
  | 'toolbar'
  | 'selection'
  | 'onOpen'
  | 'empty'
  | 'minWidth'
  | 'dense'

interface ListTableProps<Row> extends Pick<DataTableProps<Row>, Kept> {
  /** Made by `useList`. */
  of: {
    list: List<Row, never>['list']
    params: Omit<List<Row, never>['params'], 'filters' | 'setFilters'>
  }
  filters?: readonly Filter[]
  /** The placeholder of the search field: it names what is searched. */
  search: string
  /** The title of what is shown when the list does not come. */
  failed: string
  noMatch: Omit<DataTableProps<Row>['noMatch'], 'onClear'>
  /** Lets the person choose the table's columns. */
  columnChoice?: true
}

/** A list of the API as a table whose page, search, sort and filters are in the address. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { of, filters, toolbar, search, failed, noMatch, columnChoice, ...table } = props
  const { list, params } = of
  return (
    <DataTable
      {...table}
      toolbar={
        <>
          {filters ? (
            <FilterBar filters={filters} onClear={params.filtered ? params.clear : undefined} />
          ) : null}
          {toolbar}
        </>
      }
      rows={list.data?.results}
      count={list.data?.count ?? 0}
      page={params.page}
      pageSize={params.pageSize}
      onPage={params.setPage}
      onPageSize={params.setPageSize}
      ordering={params.ordering}
      onOrdering={params.setOrdering}
      search={{ value: params.search, onChange: params.setSearch, placeholder: search }}
      {...(columnChoice ? { columnChoice: { hidden: params.hidden, onHidden: params.setHidden } } : {})}
      busy={list.isPlaceholderData}
      filtered={params.filtered}
      failure={list.isError && list.data === undefined ? failureOf(list, failed) : undefined}
      noMatch={{ ...noMatch, onClear: params.clear }}
    />
  )
}
