import type { UseQueryResult } from '@tanstack/react-query'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { DataTableProps } from '../ui/table/tableTypes.ts'
import { ApiError, errorMessage } from './apiError.ts'
import type { useTableParams } from './tableParams.ts'

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
  /** One page of the list, as the server gives it. */
  list: UseQueryResult<{ count: number; results: Row[] }>
  /** What the address says of the list. */
  params: Omit<ReturnType<typeof useTableParams>, 'filters' | 'setFilters'>
  /** What the search looks at. */
  search: string
  /** The title of what is shown when the list does not come. */
  failed: string
  noMatch: Omit<DataTableProps<Row>['noMatch'], 'onClear'>
  /** Lets the person choose the table's columns. */
  columnChoice?: true
}

/** A list of the API as a table whose page, search, sort and filters are in the address. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, params, search, failed, noMatch, columnChoice, ...table } = props
  const failure = {
    title: failed,
    message: errorMessage(list.error),
    requestId: list.error instanceof ApiError ? list.error.requestId : undefined,
    onRetry: () => void list.refetch(),
  }
  return (
    <DataTable
      {...table}
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
      failure={list.isError && list.data === undefined ? failure : undefined}
      noMatch={{ ...noMatch, onClear: params.clear }}
    />
  )
}
