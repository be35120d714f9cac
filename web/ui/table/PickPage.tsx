import { useTranslation } from 'react-i18next'
import { Checkmark } from '../form/Checkmark.tsx'
import type { DataTableProps, Selection } from './tableTypes.ts'

/** Ticks every row of the page, or none when all of them are. */
export function PickPage<Row>({
  rows,
  rowKey,
  selection,
}: Pick<DataTableProps<Row>, 'rows' | 'rowKey'> & { selection: Selection }) {
  const { t } = useTranslation()
  const keys = (rows ?? []).map(rowKey)
  const picked = keys.filter((key) => selection.selected.has(key)).length

  const pick = () => {
    const next = new Set(selection.selected)
    for (const key of keys) picked === keys.length ? next.delete(key) : next.add(key)
    selection.matching?.onAll(false)
    selection.onChange(next)
  }

  return (
    <Checkmark
      label={t('ui:table.selectPage')}
      checked={keys.length > 0 && picked === keys.length}
      indeterminate={picked > 0 && picked < keys.length}
      disabled={keys.length === 0}
      onChange={pick}
    />
  )
}
