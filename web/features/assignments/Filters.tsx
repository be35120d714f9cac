import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { decision as decisions } from '#contract/decision-fields.ts'
import { formatDay } from '#contract/format.ts'
import type { ListedKey } from '#contract/scores.ts'
import { getTestDay } from '#contract/test-days.ts'
import { api } from '../../app/api.ts'
import { useMayChange } from '../../app/reader.tsx'
import { useInventoryNames } from '../../app/useInventoryNames.ts'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import type { Filter, OneFilter } from '../../ui/table/filters.ts'
import { usePeopleGroups } from '../memberships/usePeopleGroups.ts'
import { useScoreFilters } from './scores.tsx'
import { statusChoices, statusesIn } from './status.tsx'
import { filtersOf, type ListParams } from './useAssignments.ts'

interface FiltersProps {
  clientId: string
  params: ListParams
  /** The person whose assignments are listed, if the list is one person's. */
  personName: string
  /** Shows the search as one of them, where the page has no field for it. */
  withSearch?: boolean
  /** The scores of the one test that is listed. */
  keys?: readonly ListedKey[] | undefined
  /** The choice of a job profile for the one test that is listed. It filters nothing. */
  profile?: OneFilter | undefined
}

// Filters by one test's scores mean nothing for another test.
const noScores = { score: '', band: '', score_from: '', score_to: '', profile: '' }

/** Each filter is a parameter of the address. */
export function Filters({ clientId, params, personName, withSearch = false, keys, profile }: FiltersProps) {
  const { t } = useTranslation()
  const inventories = useInventoryNames()
  const groups = usePeopleGroups(clientId)
  const { status = '', inventory, group, decision = '', from = '', to = '', ...due } = filtersOf(params)
  const scores = useScoreFilters(keys, params)
  const chosenGroups = group?.split('\n') ?? []
  const given = useGiven({ clientId, params, personName, withSearch })
  return (
    <FilterBar
      filters={[
        ...given,
        {
          key: 'status',
          kind: 'some',
          label: t('assignments:filter.status'),
          data: Object.entries(statusChoices).map(([value, word]) => ({
            value,
            label: t(`assignments:status.${word}`),
          })),
          chosen: statusesIn(status),
          onChange: (chosen) => params.setFilters({ status: chosen.join(',') }),
        },
        {
          key: 'inventory',
          kind: 'some',
          label: t('assignments:filter.inventory'),
          data: inventories,
          chosen: inventory?.split(',') ?? [],
          onChange: (chosen) =>
            params.setFilters(
              { inventory: chosen.join(','), ...noScores },
              params.ordering.includes('score:') ? '' : undefined,
            ),
        },
        ...(profile ? [profile] : []),
        {
          key: 'group',
          kind: 'some',
          label: t('assignments:filter.group'),
          data: [...new Set([...groups, ...chosenGroups])].map((name) => ({ value: name, label: name })),
          chosen: chosenGroups,
          onChange: (chosen) => params.setFilters({ group: chosen.join('\n') }),
        },
        {
          key: 'decision',
          kind: 'some',
          label: t('participants:decision.label'),
          data: decisions.options.map((value) => ({ value, label: t(`participants:decision.${value}`) })),
          chosen: decisions.options.filter((value) => decision.split(',').includes(value)),
          onChange: (chosen) => params.setFilters({ decision: chosen.join(',') }),
        },
        {
          key: 'date',
          label: t('assignments:filter.date'),
          help: t('assignments:filter.dateHelp'),
          kind: 'days',
          days: { from, to },
          onChange: (days) => params.setFilters(days),
        },
        {
          key: 'due',
          label: t('assignments:filter.due'),
          help: t('assignments:filter.dueHelp'),
          kind: 'days',
          days: { from: due.due_from ?? '', to: due.due_to ?? '' },
          onChange: (days) => params.setFilters({ due_from: days.from, due_to: days.to }),
        },
        // Last, because a test may have many.
        ...scores,
      ]}
      onClear={params.filtered ? params.clear : undefined}
    />
  )
}

/** The filters that a link has set: a search, a test day or a person. */
function useGiven({
  clientId,
  params,
  personName,
  withSearch = false,
}: Pick<FiltersProps, 'clientId' | 'params' | 'personName' | 'withSearch'>): Filter[] {
  const { t } = useTranslation()
  const { user, testDay } = filtersOf(params)
  const day = useDayName(clientId, testDay)
  return [
    ...(withSearch && params.search
      ? [
          {
            key: 'search',
            label: t('board:searched'),
            kind: 'given' as const,
            value: params.search,
            onClear: () => params.setSearch(''),
          },
        ]
      : []),
    ...(testDay
      ? [
          {
            key: 'testDay',
            label: t('assignments:filter.testDay'),
            kind: 'given' as const,
            value: day ?? '…',
            onClear: () => params.setFilters({ testDay: '' }),
          },
        ]
      : []),
    ...(user
      ? [
          {
            key: 'user',
            label: t('assignments:filter.person'),
            kind: 'given' as const,
            value: personName || '…',
            onClear: () => params.setFilters({ user: '' }),
          },
        ]
      : []),
  ]
}

/** The name of a test day: its place and day. */
function useDayName(clientId: string, testDayId: string | undefined): string | undefined {
  const { i18n } = useTranslation()
  const mayChange = useMayChange()
  const { data } = useQuery({
    queryKey: ['client', clientId, 'testDay', testDayId],
    queryFn: ({ signal }) => api(getTestDay, { params: { clientId, testDayId: testDayId ?? '' }, signal }),
    enabled: testDayId !== undefined && mayChange === true,
  })
  return data && `${data.place}, ${formatDay(data.day, i18n.language)}`
}
