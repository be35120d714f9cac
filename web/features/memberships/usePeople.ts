import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listCandidates, listEmployees, peopleOrdering } from '#contract/people.ts'
import { api } from '../../app/api.ts'
import { pageOf } from '../../app/listQuery.ts'
import { narrowedBy, type PeopleKind, type PeopleNarrowed } from './selection.ts'

interface ListParams {
  page: number
  pageSize: number
  search: string
  ordering: string
  filters: PeopleNarrowed
}

const calls = { candidates: listCandidates, employees: listEmployees }

/** One page of a client's candidates or employees; what somebody mistyped into the address is left out. */
export function usePeople(clientId: string, kind: PeopleKind, params: ListParams) {
  const query = { ...pageOf(params, peopleOrdering.optional()), ...narrowedBy(params.filters) }
  return useQuery({
    queryKey: ['client', clientId, kind, query],
    queryFn: ({ signal }) => api(calls[kind], { params: { clientId }, query, signal }),
    // Rows of another page may stay while the next one loads, rows of the other kind may not.
    placeholderData: (before, query) => (query?.queryKey[2] === kind ? keepPreviousData(before) : undefined),
  })
}
