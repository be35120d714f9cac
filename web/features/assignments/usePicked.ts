import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Assignment } from '#contract/assignments.ts'
import { targetOf, targetOfAll } from './actions/target.ts'
import { filtersOf, type ListParams } from './useAssignments.ts'

/** Ticked rows stay ticked on other pages, with what is known of them; a new filter starts afresh. */
export function usePicked(rows: readonly Assignment[], params: ListParams) {
  const { t } = useTranslation()
  const filters = filtersOf(params)
  const of = JSON.stringify(filters)
  const [kept, setKept] = useState({ of, all: false, rows: new Map<string, Assignment>() })
  const now = kept.of === of ? kept : { of, all: false, rows: new Map<string, Assignment>() }
  const known = new Map([...now.rows, ...rows.map((row) => [row.id, row] as const)])
  const target = now.all
    ? targetOfAll(filters)
    : targetOf([...now.rows.keys()].flatMap((id) => known.get(id) ?? []))
  return {
    target,
    selected: new Set(now.rows.keys()),
    all: now.all,
    onAll: (all: boolean) => setKept({ ...now, all }),
    onChange: (ids: ReadonlySet<string>) =>
      setKept({
        of,
        all: false,
        rows: new Map([...known].filter(([id]) => ids.has(id))),
      }),
    clear: () => setKept({ of, all: false, rows: new Map() }),
    label: (id: string) =>
      t('assignments:selectOf', { name: known.get(id)?.user.name, test: known.get(id)?.inventory.name }),
  }
}
