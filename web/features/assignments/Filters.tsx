import { Popover } from '@mantine/core'
import { IconChevronLeft, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#contract/format.ts'
import { Button } from '../../ui/Button.tsx'
import { FilterForm, type FilterKind, filterKinds } from './FilterForm.tsx'
import classes from './Filters.module.css'
import { statusChoices, statusesIn } from './status.tsx'
import { filtersOf, type ListParams } from './useAssignments.ts'
import { useInventoryNames } from './useInventoryNames.ts'

interface FiltersProps {
  clientId: string
  params: ListParams
  /** Whose assignments the list holds, when it is one person's. */
  personName: string
}

/** Each filter that is set is a chip, and each chip a parameter of the address. */
export function Filters({ clientId, params, personName }: FiltersProps) {
  const { t, i18n } = useTranslation()
  const inventories = useInventoryNames()
  const { status, inventory, group, user, ...days } = filtersOf(params)
  const day = (value: string | undefined) => (value ? formatDay(value, i18n.language) : '')
  const chips: { key: string; label: string; value: string; clear: () => void }[] = []
  const chip = (key: string, label: string, value: string, clear: () => void) =>
    chips.push({ key, label, value, clear })

  if (user)
    chip('user', t('assignments:filter.person'), personName || '…', () => params.setFilter('user', ''))
  const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' })
  if (status) {
    const names = statusesIn(status).map((one) => t(`assignments:status.${statusChoices[one]}`))
    chip('status', t('assignments:filter.status'), list.format(names), () => params.setFilter('status', ''))
  }
  if (inventory) {
    const names = inventory.split(',').map((id) => inventories.find((one) => one.value === id)?.label ?? '…')
    chip('inventory', t('assignments:filter.inventory'), list.format(names), () =>
      params.setFilter('inventory', ''),
    )
  }
  if (group)
    chip('group', t('assignments:filter.group'), list.format(group.split('\n')), () =>
      params.setFilter('group', ''),
    )
  for (const name of ['from', 'to', 'due_from', 'due_to'] as const)
    if (days[name])
      chip(name, t(`assignments:filter.${name}`), day(days[name]), () => params.setFilter(name, ''))

  return (
    <>
      {chips.map(({ key, label, value, clear }) => (
        <Chip key={key} label={label} value={value} onClear={clear} />
      ))}
      <AddFilter clientId={clientId} params={params} />
      {params.filtered ? (
        <Button size="sm" variant="plain" onClick={params.clear}>
          {t('assignments:filter.clear')}
        </Button>
      ) : null}
    </>
  )
}

export function Chip({ label, value, onClear }: { label: string; value: ReactNode; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <span className={classes.chip}>
      <span className={classes.words}>
        <i>{label}:</i> {value}
      </span>
      <button type="button" aria-label={t('assignments:filter.remove', { name: label })} onClick={onClear}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </button>
    </span>
  )
}

function AddFilter({ clientId, params }: Pick<FiltersProps, 'clientId' | 'params'>) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [kind, setKind] = useState<FilterKind>()
  const close = () => {
    setOpened(false)
    setKind(undefined)
  }
  return (
    <Popover
      opened={opened}
      onChange={(open) => (open ? setOpened(true) : close())}
      position="bottom-start"
      shadow="md"
      width={280}
      trapFocus
      returnFocus
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <Popover.Target>
        <button type="button" className={classes.add} onClick={() => (opened ? close() : setOpened(true))}>
          <IconPlus size={16} stroke={1.75} aria-hidden />
          {t('assignments:filter.add')}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {kind === undefined ? (
          <ul className={classes.kinds}>
            {filterKinds.map((one) => (
              <li key={one}>
                <button type="button" onClick={() => setKind(one)}>
                  {t(`assignments:filter.${one}`)}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <div className={classes.form}>
            <button type="button" className={classes.back} onClick={() => setKind(undefined)}>
              <IconChevronLeft size={16} stroke={1.75} className="flip" aria-hidden />
              {t('assignments:filter.all')}
            </button>
            <FilterForm kind={kind} clientId={clientId} params={params} onDone={close} />
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
