import { Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { CheckboxField } from '../form/CheckboxField.tsx'
import classes from './ColumnChooser.module.css'
import type { Column, ColumnChoice } from './tableTypes.ts'

/** Which columns the table shows; the first one says whose row it is and always stays. */
export function ColumnChooser<Row>({
  columns,
  hidden,
  onHidden,
}: ColumnChoice & { columns: readonly Column<Row>[] }) {
  const { t } = useTranslation()
  return (
    <Popover
      position="bottom-end"
      shadow="md"
      transitionProps={{ duration: 120 }}
      trapFocus
      // Always below its button, scrolling where it is short of room: above, it would cover the header's menus.
      middlewares={{ flip: false, shift: true, size: true }}
    >
      <Popover.Target>
        <Button size="sm" className={classes.open ?? ''} icon={<IconColumns3 aria-hidden />}>
          {t('ui:table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        className={`raised rounded-lg ${classes.dropdown ?? ''}`}
        aria-label={t('ui:table.visibleColumns')}
      >
        <h3 className={`text-13 medium faint ${classes.title}`}>{t('ui:table.visibleColumns')}</h3>
        {columns.map(({ key, name }, at) =>
          name ? (
            <CheckboxField
              key={key}
              label={
                <span className="flex split align-baseline gap-16">
                  {name}
                  {at === 0 ? <span className="meta">{t('ui:table.alwaysVisible')}</span> : null}
                </span>
              }
              checked={at === 0 || !hidden.includes(key)}
              disabled={at === 0}
              onChange={({ currentTarget }) =>
                onHidden(currentTarget.checked ? hidden.filter((one) => one !== key) : [...hidden, key])
              }
            />
          ) : null,
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
