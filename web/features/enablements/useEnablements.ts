import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listClientInventories } from '#contract/enablements.ts'
import { listManagers } from '#contract/people.ts'
import { api } from '../../app/api.ts'

/**
 * The inventories closed to a client, as a whole or in single scales, until somebody opens them; and the state of each.
 */
export function useSensitiveInventories(clientId: string) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['client', clientId, 'inventories', i18n.language],
    queryFn: ({ signal }) => api(listClientInventories, { params: { clientId }, signal }),
    select: (all) => all.filter(({ sensitive, sensitiveScales }) => sensitive || sensitiveScales.length > 0),
  })
}

/** The people who can be named to read reports. */
export function useManagers(clientId: string) {
  return useQuery({
    queryKey: ['client', clientId, 'managers', 'all'],
    queryFn: ({ signal }) =>
      api(listManagers, { params: { clientId }, query: { page_size: '100', ordering: 'name' }, signal }),
    select: ({ results }) => results,
  })
}
