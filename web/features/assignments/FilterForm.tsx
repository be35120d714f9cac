import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { CheckboxField } from '../../ui/CheckboxField.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { usePeopleGroups } from '../invite/usePeopleGroups.ts'
import classes from './Filters.module.css'
import { statusChoices, statusesIn } from './status.tsx'
import type { FilterName, ListParams } from './useAssignments.ts'
import { useInventoryNames } from './useInventoryNames.ts'

export const filterKinds = ['status', 'inventory', 'group', 'date', 'due'] as const
export type FilterKind = (typeof filterKinds)[number]

/** Two days of the address, both of them included. */
const bounds = { date: ['from', 'to'], due: ['due_from', 'due_to'] } as const

/** What stands between several values of a filter, as the contract has it. */
const between = { status: ',', inventory: ',', group: '\n' } as const

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

  const data = {
    status: Object.entries(statusChoices).map(([value, word]) => ({
      value,
      label: t(`assignments:status.${word}`),
    })),
    inventory: inventories,
    group: groups.map((name) => ({ value: name, label: name })),
  }

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (kind === 'date' || kind === 'due')
      params.setFilters(Object.fromEntries(bounds[kind].map((name) => [name, values[name]])))
    else params.setFilters({ [kind]: values[kind] })
    onDone()
  }

  return (
    <form className={classes.form} onSubmit={apply}>
      {kind === 'status' || kind === 'inventory' || kind === 'group' ? (
        <Choices
          label={t(`assignments:filter.${kind}`)}
          data={data[kind]}
          chosen={kind === 'status' ? statusesIn(values.status) : values[kind].split(between[kind])}
          onChange={(chosen) => set(kind, chosen.join(between[kind]))}
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

interface ChoicesProps {
  label: string
  data: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Any number of values, in the order of the list. */
function Choices({ label, data, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className={classes.choices}>
      <legend>{label}</legend>
      {data.map(({ value, label: name }, at) => (
        <CheckboxField
          key={value}
          label={name}
          checked={chosen.includes(value)}
          onChange={(event) => {
            const { checked } = event.currentTarget
            onChange(
              data.flatMap((one) =>
                (one.value === value ? checked : chosen.includes(one.value)) ? [one.value] : [],
              ),
            )
          }}
          {...(at === 0 && { 'data-autofocus': true })}
        />
      ))}
    </fieldset>
  )
}
