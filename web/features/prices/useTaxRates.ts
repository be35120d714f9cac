import { useQuery } from '@tanstack/react-query'
import { listTaxRates } from '#contract/tax-rates.ts'
import { api } from '../../app/api.ts'

export const useTaxRates = () =>
  useQuery({ queryKey: ['tax-rates'], queryFn: ({ signal }) => api(listTaxRates, { signal }) })
