import { useQuery } from '@tanstack/react-query'
import { getClient } from '#contract/clients.ts'
import { api } from './api.ts'

export function useClient(clientId: string) {
  return useQuery({
    queryKey: ['client', clientId, 'record'],
    queryFn: ({ signal }) => api(getClient, { params: { clientId }, signal }),
  })
}

/** The zone in which a client's days begin; everything that happened for it is shown in it. */
export const useClientTimeZone = (clientId: string): string =>
  useClient(clientId).data?.timeZone ?? 'Europe/Istanbul'
