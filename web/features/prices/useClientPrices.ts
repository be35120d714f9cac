import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listClientPrices } from '#contract/client-prices.ts'
import { api } from '../../app/api.ts'
import { filtersBy, pageOf } from '../../app/listQuery.ts'
import { useTableParams } from '../../app/tableParams.ts'

const filterNames = ['state'] as const
const { ordering: orderings, state } = listClientPrices.query.shape

/** The states that agreed prices may be in. */
export const priceStates = state.unwrap().options

export const usePriceParams = () => useTableParams(filterNames, '-validFrom')

/** One page of the prices agreed with a client. */
export function useClientPrices(clientId: string, params: ReturnType<typeof usePriceParams>) {
  const { i18n } = useTranslation()
  const query = { ...pageOf(params, orderings), ...filtersBy({ state }, params.filters) }
  return useQuery({
    // Inventories are named in the reader's language.
    queryKey: ['client', clientId, 'agreed', query, i18n.language],
    queryFn: ({ signal }) => api(listClientPrices, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}
