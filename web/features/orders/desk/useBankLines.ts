import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listBankLines } from '#contract/eft.ts'
import { api } from '../../../app/api.ts'
import { filtersBy } from '../../../app/listQuery.ts'
import { useTableParams } from '../../../app/tableParams.ts'

export const pageSize = 25
const filterNames = ['state', 'fit'] as const
const { state, fit } = listBankLines.query.shape

export const useBankLineParams = () => useTableParams(filterNames)
export type BankLineParams = ReturnType<typeof useBankLineParams>

/** Which transfers are listed: the open ones, unless others are asked for. */
export const shownState = ({ filters }: BankLineParams) => filters.state || 'open'

/** One page of the transfers. */
export function useBankLines(params: BankLineParams) {
  const query = {
    ...filtersBy({ state, fit }, { ...params.filters, state: shownState(params) }),
    search: params.search,
    page: String(params.page),
    page_size: String(pageSize),
  }
  return useQuery({
    queryKey: ['orders', 'transfers', query],
    queryFn: ({ signal }) => api(listBankLines, { query, signal }),
    placeholderData: keepPreviousData,
  })
}
