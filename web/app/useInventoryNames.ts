import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listInventories } from '#contract/inventories.ts'
import { api } from './api.ts'

/**
 * The published inventories as choices, by name in the reader's language.
 * @param openOnly leaves out sensitive ones, which no list shows scores of
 */
export function useInventoryNames(openOnly = false): { value: string; label: string }[] {
  const { i18n } = useTranslation()
  const { data } = useQuery({
    queryKey: ['inventories', i18n.language],
    queryFn: ({ signal }) => api(listInventories, { signal }),
    staleTime: 60_000,
  })
  return (data ?? [])
    .filter(({ sensitive }) => !(openOnly && sensitive))
    .map(({ id, name }) => ({ value: id, label: name }))
}
