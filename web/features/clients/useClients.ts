import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Client, getClient, listClients } from '#contract/clients.ts'
import { api } from '../../app/api.ts'
import { filtersBy, pageOf } from '../../app/listQuery.ts'
import { useTableParams } from '../../app/tableParams.ts'

const filterNames = ['status'] as const

export const useListParams = () => useTableParams(filterNames, 'name')
export type ListParams = ReturnType<typeof useListParams>

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

export function useClient(clientId: string) {
  return useQuery({
    queryKey: ['client', clientId, 'record'],
    queryFn: ({ signal }) => api(getClient, { params: { clientId }, signal }),
  })
}

/** An act on a client, after which everything shown of it is asked for anew. */
export function useClientAct<Input, Answer>(clientId: string, act: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  const { i18n } = useTranslation()
  return useMutation({
    mutationKey: [i18n.language],
    mutationFn: act,
    // Not waited for: what asked may be gone from the new list, and could no longer say that it was done.
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['clients'] })
      void queries.invalidateQueries({ queryKey: ['client', clientId] })
      // A test's page counts the clients it is open to.
      void queries.invalidateQueries({ queryKey: ['inventories'] })
    },
  })
}

/** The zone in which a client's days begin; everything that happened for it is told in it. */
export const useClientZone = (clientId: string): string =>
  useClient(clientId).data?.timeZone ?? 'Europe/Istanbul'
