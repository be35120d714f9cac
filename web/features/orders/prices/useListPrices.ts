import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber } from '#contract/format.ts'
import { listInventories } from '#contract/inventories.ts'
import { api } from '../../../app/api.ts'

/** The tests with what they cost everybody. */
export function useListPrices() {
  const { t, i18n } = useTranslation()
  const { data = [], error } = useQuery({
    queryKey: ['inventories', i18n.language],
    queryFn: ({ signal }) => api(listInventories, { signal }),
  })
  const tiersOf = (inventoryId: string | null) => data.find(({ id }) => id === inventoryId)?.priceTiers ?? []
  return {
    tests: data,
    error,
    tiersOf,
    /** The prices of a test as words; empty where it has none. */
    wordsOf: (inventoryId: string | null) =>
      tiersOf(inventoryId)
        .map(({ fromQuantity, unitPriceKurus }) =>
          t('clients:prices.tier', {
            from: formatNumber(fromQuantity, i18n.language),
            price: formatMoney(unitPriceKurus, i18n.language),
          }),
        )
        .join(' · '),
  }
}
