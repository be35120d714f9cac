import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { assignmentStatus, listAssignments, type resultsCsv } from '#contract/assignments.ts'
import { day, id, line } from '#contract/fields.ts'
import type { QueryIn } from '#contract/kit.ts'
import { api } from '../../app/api.ts'
import { useTableParams } from '../../app/tableParams.ts'

export const filterNames = [
  'status',
  'inventory',
  'group',
  'from',
  'to',
  'due_from',
  'due_to',
  'user',
] as const
export type FilterName = (typeof filterNames)[number]

/** The list's address; `setFilters` sets several at once, which would overtake each other one by one. */
export function useListParams() {
  const params = useTableParams(filterNames, '-createdAt')
  const [, setSearch] = useSearchParams()
  const setFilters = (values: Partial<Record<FilterName, string>>) =>
    void setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { preventScrollReset: true },
    )
  return { ...params, setFilters }
}
export type ListParams = ReturnType<typeof useListParams>

type Filters = QueryIn<typeof resultsCsv>

const valid = {
  status: assignmentStatus,
  inventory: id,
  group: line(100),
  from: day,
  to: day,
  due_from: day,
  due_to: day,
  user: id,
}

/** The address's filters as the server takes them; what somebody mistyped into the address is left out. */
export function filtersOf({ search, filters }: Pick<ListParams, 'search' | 'filters'>): Filters {
  const status = valid.status.safeParse(filters.status)
  const names = filterNames.filter((name) => name !== 'status')
  const rest = names.flatMap((name) => {
    const value = valid[name].safeParse(filters[name])
    return value.success ? [[name, value.data] as const] : []
  })
  return {
    ...(search ? { search: search.slice(0, 100) } : {}),
    ...(status.success ? { status: status.data } : {}),
    ...Object.fromEntries(rest),
  }
}

const orderings = listAssignments.query.shape.ordering

export function useAssignments(clientId: string, params: ListParams) {
  const { i18n } = useTranslation()
  const ordering = orderings.safeParse(params.ordering)
  const query = {
    ...filtersOf(params),
    page: String(params.page),
    page_size: String(params.pageSize),
    ordering: ordering.success ? ordering.data : undefined,
  }
  return useQuery({
    queryKey: ['client', clientId, 'assignments', query, i18n.language],
    queryFn: ({ signal }) => api(listAssignments, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}
