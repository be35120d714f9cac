import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getUser, listUsers } from '#contract/users.ts'
import { api } from '../../app/api.ts'
import { filtersBy, pageOf } from '../../app/listQuery.ts'
import { useTableParams } from '../../app/tableParams.ts'

const filterNames = ['role', 'status'] as const

export const useListParams = () => useTableParams(filterNames, 'name')
export type ListParams = ReturnType<typeof useListParams>

const { ordering, role, status } = listUsers.query.shape

/** One page of the people with an account; what somebody mistyped into the address is left out. */
export function useUsers(params: ListParams) {
  const query = { ...pageOf(params, ordering), ...filtersBy({ role, status }, params.filters) }
  return useQuery({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => api(listUsers, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useUser(userId: string) {
  return useQuery({
    queryKey: ['users', 'one', userId],
    queryFn: ({ signal }) => api(getUser, { params: { userId }, signal }),
    // The person may be on the telephone, so the data must be current.
    staleTime: 0,
  })
}
