import { Select } from '@mantine/core'
import { IconArrowsSort, IconSelector, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button/IconButton.tsx'
import { dropdownClasses, fieldClasses } from '../form/fieldProps.tsx'
import classes from './DataTable.module.css'
import { directionOf } from './ordering.ts'
import { PickPage } from './PickPage.tsx'
import type { DataTableProps } from './tableTypes.ts'

/** Over a list of cards: what the heads of a table's columns do. */
export function CardStrip<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation()
  const { columns, selection, ordering, onOrdering } = props
  const fields = columns.flatMap(({ ordering: value, header, highestFirst }) =>
    value && typeof header === 'string' ? [{ value, label: header, highestFirst }] : [],
  )
  const sorted = fields.find(({ value }) => directionOf(value, ordering) !== 'none')?.value ?? null
  const up = sorted !== null && directionOf(sorted, ordering) === 'ascending'
  const choose = (field: string | null) => {
    const chosen = fields.find(({ value }) => value === field)
    if (chosen) onOrdering?.(chosen.highestFirst ? `-${chosen.value}` : chosen.value)
  }
  if (!selection && fields.length === 0) return null
  return (
    <div className={classes.strip}>
      {selection ? <PickPage {...props} selection={selection} /> : null}
      {onOrdering && fields.length > 0 ? (
        <>
          <Select
            className={classes.sortBy}
            aria-label={t('ui:table.sortBy')}
            placeholder={t('ui:table.sortBy')}
            data={fields.map(({ value, label }) => ({ value, label }))}
            value={sorted}
            allowDeselect={false}
            onChange={choose}
            leftSection={<IconArrowsSort aria-hidden />}
            rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />}
            comboboxProps={{ shadow: 'md' }}
            classNames={{ ...fieldClasses('sm'), ...dropdownClasses }}
          />
          {sorted ? (
            <IconButton
              size="sm"
              variant="default"
              label={t(up ? 'ui:table.turnDown' : 'ui:table.turnUp')}
              onClick={() => onOrdering(up ? `-${sorted}` : sorted)}
            >
              {up ? <IconSortAscending aria-hidden /> : <IconSortDescending aria-hidden />}
            </IconButton>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
