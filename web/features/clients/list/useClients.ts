import { useQuery } from '@tanstack/react-query'
import { type Client, listClients } from '#contract/clients.ts'
import { api } from '../../../app/api.ts'

/** How many clients have this status, without the clients themselves. */
export function useClientCount(status: Client['status']) {
  return useQuery({
    queryKey: ['clients', 'count', status],
    queryFn: ({ signal }) => api(listClients, { query: { status, page_size: '1' }, signal }),
  })
}
