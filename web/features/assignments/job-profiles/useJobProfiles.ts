import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { id } from '#contract/fields.ts'
import { getJobProfile, type JobProfile, listJobProfiles, listJobScales } from '#contract/job-profiles.ts'
import { api } from '../../../app/api.ts'

/**
 * The client's profiles that are offered, of one test or of all, and the one of the address after them if it is another: an
 * archived one that a link still names.
 */
export function useJobProfiles(
  clientId: string,
  { chosen, inventory }: { chosen: string; inventory?: string },
): readonly JobProfile[] {
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
  const offered = data?.results ?? []
  const isOther =
    data !== undefined && id.safeParse(chosen).success && !offered.some((profile) => profile.id === chosen)
  const { data: other } = useQuery({
    queryKey: ['client', clientId, 'jobProfiles', chosen, i18n.language],
    queryFn: ({ signal }) => api(getJobProfile, { params: { clientId, jobProfileId: chosen }, signal }),
    enabled: isOther,
  })
  if (!isOther || other === undefined) return offered
  return inventory === undefined || inventory === other.inventory.id ? [...offered, other] : offered
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
