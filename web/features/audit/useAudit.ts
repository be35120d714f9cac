import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditAction, type auditCsv, listAudit } from '#contract/audit.ts'
import { day, id } from '#contract/fields.ts'
import type { QueryIn } from '#contract/kit.ts'
import { api } from '../../app/api.ts'
import { useAuth } from '../../app/auth.ts'
import { useTableParams } from '../../app/tableParams.ts'

const filterNames = ['action', 'client', 'person', 'from', 'to'] as const

export const useListParams = () => useTableParams(filterNames, '-at')
export type ListParams = ReturnType<typeof useListParams>

type Filters = QueryIn<typeof auditCsv>

const valid = { action: auditAction, client: id, person: id, from: day, to: day }

/** The address's filters as the server takes them; what somebody mistyped into the address is left out. */
function filtersOf({ search, filters }: Pick<ListParams, 'search' | 'filters'>, timeZone: string): Filters {
  const set = filterNames.flatMap((name) => {
    const value = valid[name].safeParse(filters[name])
    return value.success ? [[name, value.data] as const] : []
  })
  // The reader's days, as the times in the list are the reader's.
  return { ...(search ? { search: search.slice(0, 100) } : {}), ...Object.fromEntries(set), timeZone }
}

export function useAuditFilters(params: ListParams): Filters {
  const timeZone = useAuth((state) => state.user.timeZone)
  return filtersOf(params, timeZone)
}

export function useAudit(params: ListParams) {
  const { i18n } = useTranslation()
  const query = {
    ...useAuditFilters(params),
    page: String(params.page),
    page_size: String(params.pageSize),
    ordering: listAudit.query.shape.ordering.safeParse(params.ordering).data,
  }
  return useQuery({
    queryKey: ['audit', query, i18n.language],
    queryFn: ({ signal }) => api(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
    // What just happened has to be there.
    staleTime: 0,
  })
}
