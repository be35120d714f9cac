import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Checkmark } from './Checkmark.tsx'
import classes from './DataTable.module.css'
import type { Column, DataTableProps } from './DataTable.tsx'

type Direction = 'ascending' | 'descending' | 'none'

function directionOf(column: { ordering?: string }, ordering: string | undefined): Direction {
  if (!column.ordering || !ordering) return 'none'
  if (ordering === column.ordering) return 'ascending'
  return ordering === `-${column.ordering}` ? 'descending' : 'none'
}

export function TableHead<Row>({
  columns,
  rows,
  rowKey,
  selection,
  ordering,
  onOrdering,
}: DataTableProps<Row>) {
  const { t } = useTranslation()
  const keys = (rows ?? []).map(rowKey)
  const picked = keys.filter((key) => selection?.selected.has(key)).length

  const pickPage = () => {
    if (!selection) return
    const next = new Set(selection.selected)
    for (const key of keys) picked === keys.length ? next.delete(key) : next.add(key)
    selection.onChange(next)
  }

  return (
    <thead>
      <tr>
        {selection ? (
          <th className={classes.tick}>
            <Checkmark
              label={t('ui:table.selectPage')}
              checked={keys.length > 0 && picked === keys.length}
              indeterminate={picked > 0 && picked < keys.length}
              disabled={keys.length === 0}
              onChange={pickPage}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} ordering={ordering} onOrdering={onOrdering} />
        ))}
      </tr>
    </thead>
  )
}

interface HeadCellProps<Row> {
  column: Column<Row>
  ordering: string | undefined
  onOrdering: ((ordering: string) => void) | undefined
}

function HeadCell<Row>({ column, ordering, onOrdering }: HeadCellProps<Row>) {
  const direction = directionOf(column, ordering)
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  const field = column.ordering
  return (
    <th style={{ width: column.width }} data-align={column.align} aria-sort={field ? direction : undefined}>
      {field && onOrdering ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onOrdering(direction === 'ascending' ? `-${field}` : field)}
        >
          {column.header}
          {direction === 'none' ? null : <Arrow size={16} stroke={1.75} aria-hidden />}
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}
