import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { day, id } from '#contract/fields.ts'
import { entryKind, listQuotaEntries } from '#contract/ledger.ts'
import { api } from '../../app/api.ts'
import { useTableParams } from '../../app/tableParams.ts'

const filterNames = ['inventory', 'kind', 'from', 'to'] as const
const valid = { inventory: id, kind: entryKind, from: day, to: day }
const orderings = listQuotaEntries.query.shape.ordering

export const useLedgerParams = () => useTableParams(filterNames, '-dateAdded')
export type LedgerParams = ReturnType<typeof useLedgerParams>

/** One page of a client's ledger; what somebody mistyped into the address is left out. */
export function useLedger(clientId: string, params: LedgerParams) {
  const { i18n } = useTranslation()
  const set = filterNames.flatMap((name) => {
    const value = valid[name].safeParse(params.filters[name])
    return value.success ? [[name, value.data] as const] : []
  })
  const query = {
    page: String(params.page),
    page_size: String(params.pageSize),
    search: params.search.slice(0, 100),
    ordering: orderings.safeParse(params.ordering).data,
    ...Object.fromEntries(set),
  }
  return useQuery({
    // Inventories are named in the reader's language.
    queryKey: ['client', clientId, 'ledger', query, i18n.language],
    queryFn: ({ signal }) => api(listQuotaEntries, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}
