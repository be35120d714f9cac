import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { GroupField } from '../invite/GroupField.tsx'
import { usePeopleGroups } from '../invite/usePeopleGroups.ts'
import classes from './Filters.module.css'
import type { FilterName, ListParams } from './useAssignments.ts'
import { useInventoryNames } from './useInventoryNames.ts'

export const filterKinds = ['status', 'inventory', 'group', 'date', 'due'] as const
export type FilterKind = (typeof filterKinds)[number]

/** Two days of the address, both of them included. */
const bounds = { date: ['from', 'to'], due: ['due_from', 'due_to'] } as const

const statuses = ['pending', 'completed', 'expired', 'cancelled'] as const

interface FilterFormProps {
  kind: FilterKind
  clientId: string
  params: ListParams
  onDone: () => void
}

export function FilterForm({ kind, clientId, params, onDone }: FilterFormProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(params.filters)
  const inventories = useInventoryNames()
  const groups = usePeopleGroups(clientId)
  const set = (name: FilterName, value: string) => setValues((before) => ({ ...before, [name]: value }))

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (kind === 'date' || kind === 'due')
      params.setFilters(Object.fromEntries(bounds[kind].map((name) => [name, values[name]])))
    else params.setFilters({ [kind]: values[kind] })
    onDone()
  }

  const choose = (name: FilterName, value: string | null) => {
    if (value) params.setFilter(name, value)
    onDone()
  }

  if (kind === 'status' || kind === 'inventory') {
    const data =
      kind === 'status'
        ? statuses.map((status) => ({ value: status, label: t(`assignments:status.${status}`) }))
        : inventories
    return (
      <SelectField
        label={t(`assignments:filter.${kind}`)}
        size="sm"
        data={data}
        value={values[kind] || null}
        onChange={(value) => choose(kind, value)}
        comboboxProps={{ withinPortal: false, shadow: 'md' }}
        data-autofocus
      />
    )
  }

  return (
    <form className={classes.form} onSubmit={apply}>
      {kind === 'group' ? (
        <GroupField
          label={t('assignments:filter.group')}
          groups={groups}
          optional={false}
          value={values.group}
          onChange={(value) => set('group', value)}
          withinPortal={false}
        />
      ) : (
        <>
          <p className="meta">{t(`assignments:filter.${kind}Help`)}</p>
          {bounds[kind].map((name) => (
            <DateField
              key={name}
              label={t(`assignments:filter.${name.endsWith('from') ? 'from' : 'to'}`)}
              size="sm"
              value={values[name] || null}
              onChange={(value) => set(name, value ?? '')}
              popoverProps={{ withinPortal: false }}
            />
          ))}
        </>
      )}
      <Button size="sm" type="submit">
        {t('assignments:filter.apply')}
      </Button>
    </form>
  )
}
