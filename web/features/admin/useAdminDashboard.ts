import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getAdminDashboard } from '#contract/dashboards.ts'
import { api } from '../../app/api.ts'

export function useAdminDashboard() {
  const { i18n } = useTranslation()
  return useQuery({
    // Under the clients: what changes one of them changes this too. Inventories are named in the reader's language.
    queryKey: ['clients', 'dashboard', i18n.language],
    queryFn: ({ signal }) => api(getAdminDashboard, { signal }),
    staleTime: 0,
    refetchInterval: 60_000,
  })
}
