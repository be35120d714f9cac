import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getClient } from '#contract/clients.ts'
import { api } from './api.ts'

export function useClient(clientId: string) {
  return useQuery({
    queryKey: ['client', clientId, 'record'],
    queryFn: ({ signal }) => api(getClient, { params: { clientId }, signal }),
  })
}

/** A change to a client. Afterwards everything shown about it is loaded again. */
export function useClientMutation<Input, Answer>(
  clientId: string,
  action: (input: Input) => Promise<Answer>,
) {
  const queries = useQueryClient()
  const { i18n } = useTranslation()
  return useMutation({
    mutationKey: [i18n.language],
    mutationFn: action,
    // Not waited for: what asked may be gone from the new list, and could no longer say that it was done.
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['clients'] })
      void queries.invalidateQueries({ queryKey: ['client', clientId] })
      // A test's page counts the clients it is open to.
      void queries.invalidateQueries({ queryKey: ['inventories'] })
    },
  })
}

/** The zone in which a client's days begin; everything that happened for it is shown in it. */
export const useClientTimeZone = (clientId: string): string =>
  useClient(clientId).data?.timeZone ?? 'Europe/Istanbul'
