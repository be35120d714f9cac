import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './DataTable.module.css'
import { directionOf, nextOrdering } from './ordering.ts'
import { PickPage } from './PickPage.tsx'
import { tableRoles } from './tableRoles.ts'
import type { Column, DataTableProps } from './tableTypes.ts'

/** The columns' names. Over cards they are there for screen readers alone: the strip sorts and ticks in their place. */
export function TableHead<Row>({
  narrow,
  ...props
}: DataTableProps<Row> & { /** The rows are cards. */ narrow: boolean }) {
  const { t } = useTranslation()
  const { columns, selection, ordering, onOrdering } = props
  return (
    <thead {...tableRoles.group} className={narrow ? 'sr' : undefined}>
      <tr {...tableRoles.row}>
        {selection ? (
          <th {...tableRoles.head} className={classes.tick}>
            {narrow ? t('ui:table.selection') : <PickPage {...props} selection={selection} />}
          </th>
        ) : null}
        {columns.map((column) => (
          <HeadCell
            key={column.key}
            column={column}
            ordering={ordering}
            onOrdering={narrow ? undefined : onOrdering}
          />
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
  const field = column.ordering
  const direction = directionOf(field, ordering)
  const next = nextOrdering(column, ordering)
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th
      {...tableRoles.head}
      style={{ width: column.width }}
      data-align={column.align}
      data-narrow={column.narrow}
      aria-sort={field ? direction : undefined}
    >
      {next && onOrdering ? (
        <button
          type="button"
          className={`plain-button inline-row gap-4 no-padding ${classes.sort}`}
          onClick={() => onOrdering(next)}
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
