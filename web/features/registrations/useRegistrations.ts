import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getRegistration, listRegistrants, listRegistrations, registrant } from '#contract/registrations.ts'
import { api } from '../../app/api.ts'
import { filtersBy, pageOf, searchOf } from '../../app/listQuery.ts'
import type { useTableParams } from '../../app/tableParams.ts'

type Params = Omit<ReturnType<typeof useTableParams>, 'filters' | 'setFilters'>

const asked = ({ search }: Params) => (search ? { search: searchOf(search) } : {})

export function useRegistrations(clientId: string, params: Params) {
  const { i18n } = useTranslation()
  const query = { ...pageOf(params, listRegistrations.query.shape.ordering), ...asked(params) }
  return useQuery({
    queryKey: ['client', clientId, 'registrations', query, i18n.language],
    queryFn: ({ signal }) => api(listRegistrations, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

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

export const registrantFilters = ['state'] as const

export function useRegistrants(
  clientId: string,
  registrationId: string,
  params: Params & { filters: Record<(typeof registrantFilters)[number], string> },
) {
  const query = {
    ...pageOf(params, listRegistrants.query.shape.ordering),
    ...asked(params),
    ...filtersBy({ state: registrant.shape.state }, params.filters),
  }
  return useQuery({
    queryKey: ['client', clientId, 'registration', registrationId, 'people', query],
    queryFn: ({ signal }) => api(listRegistrants, { params: { clientId, registrationId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}
