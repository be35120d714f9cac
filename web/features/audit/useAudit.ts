import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditAction, type auditCsv, listAudit } from '#contract/audit.ts'
import { day, id } from '#contract/fields.ts'
import type { QueryIn } from '#contract/kit.ts'
import { api } from '../../app/api.ts'
import { useAuth } from '../../app/auth.ts'
import { filtersBy, pageOf, searchOf } from '../../app/listQuery.ts'
import { useTableParams } from '../../app/tableParams.ts'

const filterNames = ['action', 'client', 'person', 'from', 'to'] as const

export const useListParams = () => useTableParams(filterNames, '-at')
export type ListParams = ReturnType<typeof useListParams>

type Filters = QueryIn<typeof auditCsv>

const valid = { action: auditAction, client: id, person: id, from: day, to: day }

export function useAuditFilters({ search, filters }: ListParams): Filters {
  // The reader's days, as the times in the list are the reader's.
  const timeZone = useAuth((state) => state.user.timeZone)
  return { search: searchOf(search), ...filtersBy(valid, filters), timeZone }
}

export function useAudit(params: ListParams) {
  const { i18n } = useTranslation()
  const query = { ...pageOf(params, listAudit.query.shape.ordering), ...useAuditFilters(params) }
  return useQuery({
    queryKey: ['audit', query, i18n.language],
    queryFn: ({ signal }) => api(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
    // What just happened has to be there.
    staleTime: 0,
  })
}
