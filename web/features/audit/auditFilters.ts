import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditEntry, auditAction } from '#contract/audit.ts'
import { loggedName } from '#contract/audit-words.ts'
import { days, one } from '../../app/useList.ts'
import type { Filter } from '../../ui/table/filters.ts'
import type { AuditLog } from './useAudit.ts'
import { useClientChoices } from './useClientChoices.ts'

/** All audit actions, sorted by their names. */
export function useActions(): { value: string; label: string }[] {
  const { t } = useTranslation()
  return auditAction.options
    .map((action) => ({ value: action, label: t(`audit:action.${action}`) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** Somebody's name, as the entries about them have it. */
function nameOf(entries: readonly AuditEntry[], personId: string, t: TFunction): string {
  const people = entries.flatMap(({ actor, subject }) => [actor, subject])
  const found = people.find((person) => person?.id === personId)
  return found ? loggedName(found, (keys, variables) => t(keys, variables ?? {})) : '…'
}

/** The filters of the log; each is read from an index of its own. */
export function useAuditFilters(log: AuditLog, entries: readonly AuditEntry[]): Filter[] {
  const { t } = useTranslation()
  const { filters, setFilters } = log.params
  const [typed, setTyped] = useState('')
  const clients = useClientChoices(typed, filters.client)
  return [
    ...(filters.person
      ? [
          {
            key: 'person',
            label: t('audit:filter.person'),
            kind: 'given' as const,
            value: nameOf(entries, filters.person, t),
            onClear: () => setFilters({ person: '' }),
          },
        ]
      : []),
    one(log, 'action', { label: t('audit:filter.action'), data: useActions() }),
    one(log, 'client', { label: t('audit:filter.client'), data: clients, onSearch: setTyped }),
    days(log, t('audit:filter.days')),
  ]
}
