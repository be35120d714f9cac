import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listInventories } from '#contract/inventories.ts'
import { type PriceTier, setPriceTiers } from '#contract/prices.ts'
import { api } from '../../app/api.ts'

export function useInventories() {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['inventories', i18n.language],
    queryFn: ({ signal }) => api(listInventories, { signal }),
    // Prices are set here: what stands has to be what is.
    staleTime: 0,
  })
}

export function useSetPrices(inventoryId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (tiers: PriceTier[]) => api(setPriceTiers, { params: { inventoryId }, body: { tiers } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['inventories'] }),
  })
}
