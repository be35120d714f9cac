import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
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

/** An action on an account, after which lists and panel are requested again. */
export function useUserAction<Input, Answer>(action: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  const { i18n } = useTranslation()
  return useMutation({
    mutationKey: [i18n.language],
    mutationFn: action,
    // Not waited for: what asked may be gone from the new list, and could no longer say that it was done.
    onSuccess: () => void client.invalidateQueries({ queryKey: ['users'] }),
  })
}
