import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Client, listClients } from '#contract/clients.ts'
import { api } from '../../../app/api.ts'
import { filtersBy, pageOf } from '../../../app/listQuery.ts'
import { useTableParams } from '../../../app/tableParams.ts'

const filterNames = ['status'] as const

export const useListParams = () => useTableParams(filterNames, 'name')
type ListParams = ReturnType<typeof useListParams>

const { ordering: orderings, status: statuses } = listClients.query.shape

/** One page of all clients; what somebody mistyped into the address is left out. */
export function useClients(params: ListParams) {
  const query = { ...pageOf(params, orderings), ...filtersBy({ status: statuses }, params.filters) }
  return useQuery({
    queryKey: ['clients', 'list', query],
    queryFn: ({ signal }) => api(listClients, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** How many clients have this status, without the clients themselves. */
export function useClientCount(status: Client['status']) {
  return useQuery({
    queryKey: ['clients', 'count', status],
    queryFn: ({ signal }) => api(listClients, { query: { status, page_size: '1' }, signal }),
  })
}
