import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditAction } from '#contract/audit.ts'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import type { ListParams } from './useAudit.ts'
import { useClientChoices } from './useClientChoices.ts'

interface AuditFiltersProps {
  params: ListParams
  /** Whose entries the list shows, when it is one person's. */
  personName: string
}

/** What was done, one after the other by their names. */
export function useActions(): { value: string; label: string }[] {
  const { t } = useTranslation()
  return auditAction.options
    .map((action) => ({ value: action, label: t(`audit:action.${action}`) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** Every filter is a parameter of the address; each is read from an index of its own. */
export function AuditFilters({ params, personName }: AuditFiltersProps) {
  const { t } = useTranslation()
  const { filters, setFilters } = params
  const actions = useActions()
  const [typed, setTyped] = useState('')
  const clients = useClientChoices(typed, filters.client)
  return (
    <FilterBar
      filters={[
        ...(filters.person
          ? [
              {
                key: 'person',
                label: t('audit:filter.person'),
                kind: 'given' as const,
                value: personName,
                onClear: () => setFilters({ person: '' }),
              },
            ]
          : []),
        {
          key: 'action',
          label: t('audit:filter.action'),
          kind: 'one',
          data: actions,
          chosen: filters.action,
          onChange: (action: string) => setFilters({ action }),
        },
        {
          key: 'client',
          label: t('audit:filter.client'),
          kind: 'one',
          data: clients,
          chosen: filters.client,
          onChange: (client: string) => setFilters({ client }),
          onSearch: setTyped,
        },
        {
          key: 'days',
          label: t('audit:filter.days'),
          kind: 'days',
          days: { from: filters.from, to: filters.to },
          onChange: setFilters,
        },
      ]}
      onClear={params.filtered ? params.clear : undefined}
    />
  )
}
