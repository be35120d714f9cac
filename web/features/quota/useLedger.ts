import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listQuotaEntries } from '#contract/ledger.ts'
import { api } from '../../app/api.ts'
import { searchOf } from '../../app/listQuery.ts'

/** The entries of one movement, unit by unit. */
export function useEntries(
  clientId: string,
  movement: string,
  { search, page }: { search: string; page: number },
) {
  const { i18n } = useTranslation()
  const query = { movement, search: searchOf(search), page: String(page), page_size: '25' }
  return useQuery({
    queryKey: ['client', clientId, 'ledger', 'entries', query, i18n.language],
    queryFn: ({ signal }) => api(listQuotaEntries, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
    enabled: movement !== '',
  })
}
