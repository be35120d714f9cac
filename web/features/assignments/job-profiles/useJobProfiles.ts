import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type JobProfile, listJobProfiles, listJobScales } from '#contract/job-profiles.ts'
import { api } from '../../../app/api.ts'

/** The client's profiles that are offered, of one test or of all. */
export function useJobProfiles(clientId: string, inventory?: string): readonly JobProfile[] {
  const { i18n } = useTranslation()
  const { data } = useQuery({
    queryKey: ['client', clientId, 'jobProfiles', 'offered', inventory ?? '', i18n.language],
    queryFn: ({ signal }) =>
      api(listJobProfiles, {
        params: { clientId },
        query: { page_size: '100', ordering: 'name', ...(inventory && { inventory }) },
        signal,
      }),
    enabled: inventory !== '',
  })
  return data?.results ?? []
}

/** The scales of a test, with ranges suggested from chosen results. */
export function useJobScales(clientId: string, { inventory = '', assignments = '' }) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['client', clientId, 'jobScales', inventory, assignments, i18n.language],
    queryFn: ({ signal }) =>
      api(listJobScales, {
        params: { clientId },
        query: { ...(inventory && { inventory }), ...(assignments && { assignments }) },
        signal,
      }),
  })
}
