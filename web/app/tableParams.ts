import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

const pageSizes = [10, 25, 50, 100]
const own = ['page', 'search', 'ordering']

const whole = (text: string | null, fallback: number) => {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : fallback
}

/**
 * A list's page, search, sort, filters and columns, kept in the address: Back works, a reload changes nothing, a link can be sent.
 * @param filterNames the list's own parameters (`status`, `group`); their values are plain texts, empty when not set
 */
export function useTableParams<const Filter extends string>(
  filterNames: readonly Filter[] = [],
  defaultOrdering = '',
) {
  const [params, setParams] = useSearchParams()

  const change = useCallback(
    (values: Readonly<Record<string, string | undefined>>, replace: boolean) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(values)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  )

  return useMemo(() => {
    const size = whole(params.get('page_size'), 10)
    const filters = Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])) as Record<
      Filter,
      string
    >
    const search = params.get('search') ?? ''
    return {
      page: whole(params.get('page'), 1),
      pageSize: pageSizes.includes(size) ? size : 10,
      search,
      ordering: params.get('ordering') ?? defaultOrdering,
      filters,
      /** Columns that are not shown, by their keys. */
      hidden: (params.get('hide') ?? '').split(',').filter((key) => key !== ''),
      filtered: search !== '' || Object.values(filters).some((value) => value !== ''),
      setPage: (page: number) => void change({ page: page > 1 ? String(page) : '' }, false),
      setPageSize: (pageSize: number) =>
        void change({ page_size: pageSize === 10 ? '' : String(pageSize), page: '' }, false),
      setOrdering: (ordering: string) => void change({ ordering, page: '' }, false),
      // Letters typed one after the other are one step of history.
      setSearch: (text: string) => void change({ search: text.trim(), page: '' }, true),
      // Several at once: one by one they would overtake each other.
      setFilters: (values: Partial<Record<Filter, string>>, ordering?: string) =>
        void change({ ...values, page: '', ...(ordering !== undefined && { ordering }) }, false),
      setHidden: (keys: readonly string[]) => void change({ hide: keys.join(',') }, true),
      clear: () => {
        const none = [...filterNames, ...own].map((name) => [name, ''])
        void change(Object.fromEntries(none) as Record<string, string>, false)
      },
    }
  }, [params, filterNames, defaultOrdering, change])
}
