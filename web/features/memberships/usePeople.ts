import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listCandidates, listEmployees, peopleFilters } from '#contract/people.ts'
import { api } from '../../app/api.ts'
import { filtersBy, pageOf } from '../../app/listQuery.ts'
import type { PeopleKind } from './selection.ts'

interface ListParams {
  page: number
  pageSize: number
  search: string
  ordering: string
  filters: { group: string; without: string }
}

const calls = { candidates: listCandidates, employees: listEmployees }
const orderings = listCandidates.query.shape.ordering

/** One page of a client's candidates or employees; what somebody mistyped into the address is left out. */
export function usePeople(clientId: string, kind: PeopleKind, params: ListParams) {
  const query = { ...pageOf(params, orderings), ...filtersBy(peopleFilters, params.filters) }
  return useQuery({
    queryKey: ['client', clientId, kind, query],
    queryFn: ({ signal }) => api(calls[kind], { params: { clientId }, query, signal }),
    // Rows of another page may stay while the next one loads, rows of the other kind may not.
    placeholderData: (before, query) => (query?.queryKey[2] === kind ? keepPreviousData(before) : undefined),
  })
}
