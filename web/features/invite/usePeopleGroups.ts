import { useQuery } from '@tanstack/react-query'
import { listCandidates, listEmployees } from '#contract/people.ts'
import { api } from '../../app/api.ts'

/** Group names this client uses, as suggestions: those of the first hundred candidates and employees by group. */
export function usePeopleGroups(clientId: string): string[] {
  const { data } = useQuery({
    queryKey: ['client', clientId, 'groups'],
    queryFn: async ({ signal }) => {
      const input = { params: { clientId }, query: { page_size: '100', ordering: '-group' } as const, signal }
      const lists = await Promise.all([api(listCandidates, input), api(listEmployees, input)])
      const names = new Set(lists.flatMap(({ results }) => results.map(({ group }) => group)))
      return [...names].filter(Boolean).sort((a, b) => a.localeCompare(b, 'tr', { numeric: true }))
    },
    staleTime: 60_000,
  })
  return data ?? []
}
