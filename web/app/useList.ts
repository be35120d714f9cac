import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { assignmentFilters } from '#contract/assignments.ts'
import type { AnswerOf, Call, ParamsIn, QueryIn } from '#contract/kit.ts'
import type { Choices, DaysFilter, OneFilter } from '../ui/table/filters.ts'
import { api, type Input } from './api.ts'
import { filtersBy, pageOf, searchOf } from './listQuery.ts'
import { useTableParams } from './tableParams.ts'
import { shownIn } from './useAction.ts'

/** A call that answers one page of a list. */
interface ListCall extends Call {
  readonly query: z.ZodObject
  readonly answer: { readonly status: 200; readonly json: z.ZodType<{ count: number; results: unknown[] }> }
}

const ofEveryList = ['page', 'page_size', 'search', 'ordering'] as const
type Filters<C extends ListCall> = Exclude<keyof C['query']['shape'], (typeof ofEveryList)[number]> & string
type Row<C extends ListCall> = AnswerOf<C> extends { results: (infer One)[] } ? One : never

interface Options<C extends ListCall> {
  params?: ParamsIn<C>
  /** The first order. */
  ordering: string
  /** Parts of the query that the page itself sets; they are no filters. */
  asks?: Partial<QueryIn<C>>
  /** The list is loaded at every visit, so that it shows the newest changes. */
  fresh?: boolean
  enabled?: boolean
}

/** One page of a list with what the address says of it. */
export interface List<One, Filter extends string> {
  list: UseQueryResult<{ count: number; results: One[] }>
  params: ReturnType<typeof useTableParams<Filter>>
}

// The API takes codes as well. Actions on everything that a list finds take ids alone, and mustn't reach more than it shows.
const testIds = assignmentFilters.inventory.unwrap()

/**
 * A list of the API. Page, search, order and the filters that its query takes are in the address; what somebody mistyped
 * there is left out.
 */
export function useList<const C extends ListCall>(
  entry: C,
  { params: path, ordering, asks = {}, fresh = false, enabled = true }: Options<C>,
): Omit<List<Row<C>, Filters<C>>, 'list'> & {
  list: UseQueryResult<AnswerOf<C> & { count: number; results: Row<C>[] }>
  asked: Partial<QueryIn<C>>
} {
  const { i18n } = useTranslation()
  const { shape } = entry.query
  const [names] = useState(() =>
    Object.keys(shape).filter(
      (name) => !(ofEveryList as readonly string[]).includes(name) && !(name in asks),
    ),
  )
  const params = useTableParams(names as Filters<C>[], ordering)
  const valid = Object.fromEntries(
    names.flatMap((name) => (shape[name] ? [[name, name === 'inventory' ? testIds : shape[name]]] : [])),
  )
  const asked = {
    ...(params.search ? { search: searchOf(params.search) } : {}),
    ...filtersBy(valid as Record<string, z.ZodType>, params.filters),
    ...asks,
  } as Partial<QueryIn<C>>
  const query = { ...pageOf(params, shape.ordering as z.ZodType), ...asked }
  const clientId = (path as { clientId?: string } | undefined)?.clientId
  const root = clientId === undefined ? (shownIn[entry.tag] ?? [entry.tag]).slice(0, 1) : ['client', clientId]
  // Rows of another page may stay while the next one loads, those of another list may not.
  const which = [...root, entry.name, path ?? {}]
  const list = useQuery({
    queryKey: [...which, query, i18n.language],
    queryFn: ({ signal }) => api(entry, { params: path, query, signal } as unknown as Input<C>),
    placeholderData: (before, previous) =>
      JSON.stringify(previous?.queryKey.slice(0, which.length)) === JSON.stringify(which)
        ? keepPreviousData(before)
        : undefined,
    enabled,
    ...(fresh && { staleTime: 0 }),
  })
  return { list: list as UseQueryResult<AnswerOf<C> & { count: number; results: Row<C>[] }>, params, asked }
}

/** A filter by one value, of which the address has the name. */
export const one = <Filter extends string>(
  { params: { filters, setFilters } }: Pick<List<unknown, Filter>, 'params'>,
  name: Filter,
  words: Omit<Choices, 'key'> & Pick<OneFilter, 'onSearch'>,
): OneFilter => ({
  ...words,
  key: name,
  kind: 'one',
  chosen: filters[name],
  onChange: (value) => setFilters({ [name]: value } as Partial<Record<Filter, string>>),
})

/** A filter by the days of the address, `from` and `to`. */
export const days = (
  { params: { filters, setFilters } }: Pick<List<unknown, 'from' | 'to'>, 'params'>,
  label: string,
): DaysFilter => ({
  key: 'days',
  label,
  kind: 'days',
  days: { from: filters.from, to: filters.to },
  onChange: setFilters,
})
