import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getClientDashboard } from '#contract/dashboards.ts'
import { api } from '../../app/api.ts'

export function useDashboard(clientId: string) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['client', clientId, 'dashboard', i18n.language],
    queryFn: ({ signal }) => api(getClientDashboard, { params: { clientId }, signal }),
  })
}
