import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PriceTier, setPriceTiers } from '#contract/prices.ts'
import { api } from '../../app/api.ts'

export function useSetPrices(inventoryId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (tiers: PriceTier[]) => api(setPriceTiers, { params: { inventoryId }, body: { tiers } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['inventories'] }),
  })
}
