import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getClient } from '#contract/clients.ts'
import { listInventories } from '#contract/inventories.ts'
import { listQuotas } from '#contract/quotas.ts'
import { api } from '../../app/api.ts'

/** The inventories that this client may assign with their quota, its time zone, and its days until a due date. */
export function useOffer(clientId: string) {
  const { i18n } = useTranslation()
  const params = { clientId }
  const quotas = useQuery({
    queryKey: ['client', clientId, 'quotas', i18n.language],
    queryFn: ({ signal }) => api(listQuotas, { params, signal }),
  })
  const inventories = useQuery({
    queryKey: ['inventories', i18n.language],
    queryFn: ({ signal }) => api(listInventories, { signal }),
    staleTime: 60_000,
  })
  const client = useQuery({
    queryKey: ['client', clientId, 'record'],
    queryFn: ({ signal }) => api(getClient, { params, signal }),
    staleTime: 60_000,
  })
  // A manager's other clients may know of tests that this one does not.
  const offers = inventories.data?.flatMap((inventory) => {
    const quota = quotas.data?.find((one) => one.inventory.id === inventory.id)
    if (quota === undefined) return []
    const { itemCount, consentItemCount = 0, availableQuantity: available } = quota
    const { purchased, reserved, used, enabled } = quota
    return [{ ...inventory, itemCount, consentItemCount, available, purchased, reserved, used, enabled }]
  })
  return {
    // The client says which due date is preselected: nobody can send a form without it.
    offers: quotas.data && client.data ? offers : undefined,
    timeZone: client.data?.timeZone ?? 'Europe/Istanbul',
    dueDays: client.data?.defaultDueDays,
    clientStatus: client.data?.status,
    error: quotas.error ?? inventories.error ?? client.error,
    retry: () => {
      void quotas.refetch()
      void inventories.refetch()
      void client.refetch()
    },
  }
}

export type Offer = NonNullable<ReturnType<typeof useOffer>['offers']>[number]
