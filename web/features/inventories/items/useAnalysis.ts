import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AnalysisFilter, type AnalysisView, analysisFilter, getAnalysis } from '#contract/analyses.ts'
import { locale } from '#contract/fields.ts'
import { api } from '../../../app/api.ts'
import { filtersBy } from '../../../app/listQuery.ts'
import { useTableParams } from '../../../app/tableParams.ts'
import { days, one } from '../../../app/useList.ts'
import type { Filter } from '../../../ui/table/filters.ts'
import { useClientChoices } from '../../audit/useClientChoices.ts'
import { paramsOf, type VersionKey } from '../useCatalogue.ts'

const names = ['client', 'locale', 'from', 'to', 'show'] as const
const { shape } = analysisFilter
const valid = { client: shape.client.unwrap(), locale, from: shape.from.unwrap(), to: shape.to.unwrap() }

/** The filters as the address has them; what somebody mistyped there is left out. */
export function useAnalysisFilter() {
  const params = useTableParams(names)
  const { show } = params.filters
  const filter: AnalysisFilter = filtersBy(valid, params.filters)
  const { client = '', locale: language = '', from = '', to = '' } = filter
  return {
    params: { ...params, filters: { client, locale: language, from, to, show } },
    filter,
    filtered: Object.keys(filter).length > 0,
    clear: () => params.setFilters({ client: '', locale: '', from: '', to: '' }),
  }
}

type Chosen = ReturnType<typeof useAnalysisFilter>
export type AnalysisParams = Chosen['params']

export function useAnalysisFilters({ params }: Pick<Chosen, 'params'>): Filter[] {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const clients = useClientChoices(typed, params.filters.client)
  return [
    one({ params }, 'client', { label: t('analysis:filter.client'), data: clients, onSearch: setTyped }),
    one({ params }, 'locale', {
      label: t('analysis:filter.locale'),
      data: locale.options.map((value) => ({ value, label: t(`inventories:language.${value}`) })),
    }),
    days({ params }, t('analysis:filter.days')),
  ]
}

const askEveryMs = 1000

export const underWay = ({ state }: Pick<AnalysisView, 'state'>) => state === 'waiting' || state === 'running'

/** The newest analysis with a filter; followed while one is being made. */
export function useAnalysis(key: VersionKey, filter: AnalysisFilter) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['inventories', key.code, key.version, 'analysis', filter, i18n.language],
    queryFn: ({ signal }) => api(getAnalysis, { params: paramsOf(key), query: filter, signal }),
    staleTime: 0,
    placeholderData: (before, previous) =>
      // Figures of other people must not stay under a filter that they don't belong to.
      JSON.stringify(previous?.queryKey.at(-2)) === JSON.stringify(filter)
        ? keepPreviousData(before)
        : undefined,
    refetchInterval: ({ state }) => (state.data && underWay(state.data) ? askEveryMs : false),
  })
}
