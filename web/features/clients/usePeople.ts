import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { listCandidates, listEmployees, listManagers } from '#contract/people.ts'
import { api } from '../../app/api.ts'
import { useTableParams } from '../../app/tableParams.ts'

const calls = { managers: listManagers, candidates: listCandidates, employees: listEmployees }
export type PeopleKind = keyof typeof calls

const noFilters = [] as const
export const usePeopleParams = () => useTableParams(noFilters, 'name')

const orderings = listManagers.query.shape.ordering

/** One page of the people of one role. */
export function usePeople(clientId: string, kind: PeopleKind, params: ReturnType<typeof usePeopleParams>) {
  const query = {
    page: String(params.page),
    page_size: String(params.pageSize),
    search: params.search.slice(0, 100),
    ordering: orderings.safeParse(params.ordering).data,
  }
  return useQuery({
    queryKey: ['client', clientId, kind, query],
    queryFn: ({ signal }) => api(calls[kind], { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Whose panel is open stands in the address, so that it can be sent to a colleague and Back closes it. */
export function useOpenPerson() {
  const [params, setParams] = useSearchParams()
  const show = useCallback(
    (id: string) =>
      void setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (id) next.set('person', id)
          else next.delete('person')
          return next
        },
        { preventScrollReset: true },
      ),
    [setParams],
  )
  return { person: params.get('person') ?? '', open: show, close: () => show('') }
}
