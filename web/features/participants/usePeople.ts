import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { line } from '#contract/fields.ts'
import { listCandidates, listEmployees } from '#contract/people.ts'
import { api } from '../../app/api.ts'
import type { PeopleKind } from './PeopleTabs.tsx'

interface ListParams {
  page: number
  pageSize: number
  search: string
  ordering: string
  filters: { group: string }
}

const calls = { candidates: listCandidates, employees: listEmployees }
const orderings = listCandidates.query.shape.ordering
const groupName = line(100)

/** One page of a client's candidates or employees; what somebody mistyped into the address is left out. */
export function usePeople(clientId: string, kind: PeopleKind, params: ListParams) {
  const ordering = orderings.safeParse(params.ordering)
  const group = groupName.safeParse(params.filters.group)
  const query = {
    page: String(params.page),
    page_size: String(params.pageSize),
    search: params.search.slice(0, 100),
    ordering: ordering.success ? ordering.data : undefined,
    group: group.success ? group.data : undefined,
  }
  return useQuery({
    queryKey: ['client', clientId, kind, query],
    queryFn: ({ signal }) => api(calls[kind], { params: { clientId }, query, signal }),
    // Rows of another page may stay while the next one loads, rows of the other kind may not.
    placeholderData: (before, query) => (query?.queryKey[2] === kind ? keepPreviousData(before) : undefined),
  })
}
