import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditAction } from '#contract/audit.ts'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { FilterFold } from '../../ui/FilterFold.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import classes from './audit.module.css'
import type { ListParams } from './useAudit.ts'
import { useClientChoices } from './useClientChoices.ts'

interface AuditFiltersProps {
  params: ListParams
  /** Whose entries the list holds, when it is one person's. */
  personName: string
}

/** Every filter is a parameter of the address; each is read from an index of its own. */
export function AuditFilters({ params, personName }: AuditFiltersProps) {
  const { t } = useTranslation()
  const { filters, setFilter } = params
  const actions = auditAction.options
    .map((action) => ({ value: action, label: t(`audit:action.${action}`) }))
    .sort((a, b) => a.label.localeCompare(b.label))
  const day = (name: 'from' | 'to') => (
    <DateField
      label={t(`audit:filter.${name}`)}
      labelHidden
      placeholder={t(`audit:filter.${name}`)}
      size="sm"
      value={filters[name] || null}
      onChange={(value) => setFilter(name, value ?? '')}
    />
  )
  return (
    <FilterFold values={filters}>
      <FilterSelect
        label={t('audit:filter.action')}
        all={t('audit:filter.allActions')}
        clearLabel={t('audit:filter.clearAction')}
        data={actions}
        value={filters.action}
        onChange={(action) => setFilter('action', action)}
        searchable
      />
      <ClientFilter value={filters.client} onChange={(client) => setFilter('client', client)} />
      <span className={classes.day}>{day('from')}</span>
      <span className={classes.day}>{day('to')}</span>
      {filters.person ? (
        <Button
          size="sm"
          variant="twoTone"
          iconEnd={<IconX aria-hidden />}
          title={t('audit:filter.clearPerson')}
          onClick={() => setFilter('person', '')}
        >
          {t('audit:filter.person', { name: personName })}
        </Button>
      ) : null}
      {params.filtered ? (
        <Button size="sm" variant="plain" onClick={params.clear}>
          {t('audit:filter.clear')}
        </Button>
      ) : null}
    </FilterFold>
  )
}

function ClientFilter({ value, onChange }: { value: string; onChange: (client: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 300)
  // A choice writes its name into the field, which is no search.
  const choices = useClientChoices(value === '' ? search : '', value)
  return (
    <FilterSelect
      label={t('audit:filter.client')}
      all={t('audit:filter.allClients')}
      clearLabel={t('audit:filter.clearClient')}
      data={choices}
      value={value}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('audit:filter.noClient')}
      width={220}
    />
  )
}
