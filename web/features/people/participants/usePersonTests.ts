import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listAssignments } from '#contract/assignments.ts'
import { api } from '../../../app/api.ts'

/** The most tests of a person that their page shows. */
export const shownTests = 100

/** The person's tests, newest first. */
export function usePersonTests(clientId: string, userId: string) {
  const { i18n } = useTranslation()
  const query = { user: userId, page_size: String(shownTests), ordering: '-createdAt' } as const
  return useQuery({
    queryKey: ['client', clientId, 'assignments', 'of', query, i18n.language],
    queryFn: ({ signal }) => api(listAssignments, { params: { clientId }, query, signal }),
    staleTime: 0,
  })
}
