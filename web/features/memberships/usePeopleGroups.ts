import { useQuery } from '@tanstack/react-query'
import { listGroups } from '#contract/memberships.ts'
import { api } from '../../app/api.ts'

/** Group names this client uses, as suggestions. */
export function usePeopleGroups(clientId: string): string[] {
  const { data } = useQuery({
    queryKey: ['client', clientId, 'groups'],
    queryFn: ({ signal }) => api(listGroups, { params: { clientId }, signal }),
    staleTime: 60_000,
  })
  return (data ?? [])
    .map(({ name }) => name)
    .filter(Boolean)
    .sort((a, b) => a.localeCompare(b, 'tr', { numeric: true }))
}
