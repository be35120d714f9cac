import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getRegistration, listRegistrations } from '#contract/registrations.ts'
import { api } from '../../../app/api.ts'

/** The registrations of a test day, the newest first. */
export function useDayRegistrations(clientId: string, testDayId: string) {
  const { i18n } = useTranslation()
  const query = { testDay: testDayId, page_size: '20', ordering: '-createdAt' } as const
  return useQuery({
    queryKey: ['client', clientId, 'registrations', query, i18n.language],
    queryFn: ({ signal }) => api(listRegistrations, { params: { clientId }, query, signal }),
  })
}

export function useRegistration(clientId: string, registrationId: string) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['client', clientId, 'registration', registrationId, i18n.language],
    queryFn: ({ signal }) => api(getRegistration, { params: { clientId, registrationId }, signal }),
  })
}
