import { type MouseEvent, useMemo } from 'react'
import { Checkmark } from '../form/Checkmark.tsx'
import classes from './DataTable.module.css'
import { tableRoles } from './tableRoles.ts'
import type { Column, DataTableProps } from './tableTypes.ts'

/** A cell's place in the card that its row is on a phone: whose it is, an action beside that, or one of the facts below. */
function inCard<Row>({ header, wide, align }: Column<Row>, at: number) {
  const named = typeof header === 'string'
  const place = at === 0 ? 'title' : wide ? 'wide' : named ? 'fact' : 'action'
  return {
    ...tableRoles.cell,
    'data-align': align,
    'data-card': place,
    'data-name': place === 'fact' ? header : undefined,
  }
}

export function TableRows<Row>(props: DataTableProps<Row>) {
  if (props.rows === undefined) return <SkeletonRows {...props} />
  return (
    <tbody {...tableRoles.group}>
      {props.rows.map((row) => (
        <BodyRow key={props.rowKey(row)} {...props} row={row} />
      ))}
    </tbody>
  )
}

function BodyRow<Row>({ row, rowKey, columns, selection, onOpen }: DataTableProps<Row> & { row: Row }) {
  const key = rowKey(row)
  const picked = (selection?.matching?.all || selection?.selected.has(key)) ?? false

  const pick = () => {
    if (!selection) return
    const next = new Set(selection.selected)
    if (picked) next.delete(key)
    else next.add(key)
    selection.matching?.onAll(false)
    selection.onChange(next)
  }

  // The row is a shortcut for the mouse; the link or button inside it is what keyboards and screen readers use.
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const target = event.target
    const selecting = (window.getSelection()?.toString() ?? '') !== ''
    if (selecting || (target instanceof Element && target.closest('a, button, input, label, [role="menu"]')))
      return
    onOpen?.(row)
  }

  return (
    <tr
      {...tableRoles.row}
      data-picked={picked || undefined}
      data-opens={onOpen ? true : undefined}
      onClick={onOpen ? open : undefined}
    >
      {selection ? (
        <td {...tableRoles.cell} className={classes.tick}>
          <Checkmark label={selection.rowLabel(key)} checked={picked} onChange={pick} />
        </td>
      ) : null}
      {columns.map((column, at) => (
        <td key={column.key} {...inCard(column, at)}>
          {column.opens && onOpen ? (
            <button
              type="button"
              className={`plain-button no-padding min-0 hover-underlined ${classes.opener}`}
              onClick={() => onOpen(row)}
            >
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

/** Grey rows in place of the real ones: as many as a page has, at most ten. */
function SkeletonRows<Row>({ columns, selection, pageSize }: DataTableProps<Row>) {
  const keys = useMemo(
    () => Array.from({ length: Math.min(pageSize, 10) }, (_, index) => `row-${index}`),
    [pageSize],
  )
  return (
    <tbody {...tableRoles.group} aria-hidden>
      {keys.map((key) => (
        <tr {...tableRoles.row} key={key}>
          {selection ? (
            <td {...tableRoles.cell} className={classes.tick}>
              <span className={`tinted ${classes.skeletonLine}`} style={{ width: 18 }} />
            </td>
          ) : null}
          {columns.map((column, at) => (
            <td key={column.key} {...inCard(column, at)}>
              <span className={`tinted ${classes.skeletonLine}`} style={{ width: column.skeleton ?? 72 }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
