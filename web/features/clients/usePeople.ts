import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listCandidates, listEmployees, listManagers } from '#contract/people.ts'
import { api } from '../../app/api.ts'
import { pageOf } from '../../app/listQuery.ts'
import { useTableParams } from '../../app/tableParams.ts'

const calls = { managers: listManagers, candidates: listCandidates, employees: listEmployees }
export type PeopleKind = keyof typeof calls

const noFilters = [] as const
export const usePeopleParams = () => useTableParams(noFilters, 'name')

const orderings = listManagers.query.shape.ordering

/** One page of the people of one role. */
export function usePeople(clientId: string, kind: PeopleKind, params: ReturnType<typeof usePeopleParams>) {
  const query = pageOf(params, orderings)
  return useQuery({
    queryKey: ['client', clientId, kind, query],
    queryFn: ({ signal }) => api(calls[kind], { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}
