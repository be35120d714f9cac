import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listTaxRates } from '#contract/tax-rates.ts'
import { api } from '../../app/api.ts'

export const useTaxRates = () =>
  useQuery({ queryKey: ['tax-rates'], queryFn: ({ signal }) => api(listTaxRates, { signal }) })

/** A change of the rates, after which they are asked for again, and so is what clients pay. */
export function useTaxRateAction<Input, Answer>(action: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: action,
    // Also where it was refused: then somebody else has mostly been there before.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['tax-rates'] })
      void queries.invalidateQueries({ queryKey: ['client'] })
    },
  })
}
