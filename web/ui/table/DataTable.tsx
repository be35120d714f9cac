import { useEffect, useId } from 'react'
import { SearchField } from '../form/SearchField.tsx'
import { useNarrow } from '../useNarrow.ts'
import { CardStrip } from './CardStrip.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import classes from './DataTable.module.css'
import { Pager } from './Pager.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRows } from './TableRows.tsx'
import { TableError, TableNoMatch } from './TableStates.tsx'
import { tableRoles } from './tableRoles.ts'
import type { DataTableProps } from './tableTypes.ts'

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
    <div aria-busy={rows === undefined || props.busy === true}>
      {search || toolbar || given.columnChoice ? (
        <div className={`row wraps gap-8 ${classes.toolbar}`}>
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
              className={`full-width num ${classes.table}`}
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
            <div className={`edged-top ${classes.pagerSpace}`} />
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
