import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listInventories } from '#contract/inventories.ts'
import { api } from './api.ts'

/** The published inventories as choices, by name in the reader's language. */
export function useInventoryNames(): { value: string; label: string }[] {
  const { i18n } = useTranslation()
  const { data } = useQuery({
    queryKey: ['inventories', i18n.language],
    queryFn: ({ signal }) => api(listInventories, { signal }),
    staleTime: 60_000,
  })
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
