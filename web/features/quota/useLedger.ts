import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { day, id } from '#contract/fields.ts'
import { entryKind, type ledgerFilters, listQuotaEntries, listQuotaMovements } from '#contract/ledger.ts'
import { api } from '../../app/api.ts'
import { filtersBy, pageOf, searchOf } from '../../app/listQuery.ts'
import { useTableParams } from '../../app/tableParams.ts'

const filterNames = ['inventory', 'kind', 'from', 'to'] as const
const valid = { inventory: id, kind: entryKind, from: day, to: day }
const orderings = listQuotaMovements.query.shape.ordering

export const useLedgerParams = () => useTableParams(filterNames, '-dateAdded')
export type LedgerParams = ReturnType<typeof useLedgerParams>

/** What the ledger is narrowed to; what somebody mistyped into the address is left out. */
export function ledgerFiltersOf(params: LedgerParams): z.input<typeof ledgerFilters> {
  return { search: searchOf(params.search), ...filtersBy(valid, params.filters) }
}

/** One page of what was done to a client's units. */
export function useLedger(clientId: string, params: LedgerParams) {
  const { i18n } = useTranslation()
  const query = { ...pageOf(params, orderings), ...ledgerFiltersOf(params) }
  return useQuery({
    // Inventories are named in the reader's language.
    queryKey: ['client', clientId, 'ledger', query, i18n.language],
    queryFn: ({ signal }) => api(listQuotaMovements, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

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
