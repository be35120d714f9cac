import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#contract/format.ts'
import type { ListedKey } from '#contract/scores.ts'
import { getTestDay } from '#contract/test-days.ts'
import { api } from '../../app/api.ts'
import { useMayChange } from '../../app/reader.tsx'
import { useInventoryNames } from '../../app/useInventoryNames.ts'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
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
}

// A filter by one test's scores means nothing for another test.
const noScores = { score: '', band: '', score_from: '', score_to: '' }

/** Each filter is a parameter of the address. */
export function Filters({ clientId, params, personName, withSearch = false, keys }: FiltersProps) {
  const { t } = useTranslation()
  const inventories = useInventoryNames()
  const groups = usePeopleGroups(clientId)
  const { status = '', inventory, group, user, testDay, from = '', to = '', ...due } = filtersOf(params)
  const scores = useScoreFilters(keys, params)
  const day = useDayName(clientId, testDay)
  const chosenGroups = group?.split('\n') ?? []
  return (
    <FilterBar
      filters={[
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
        ...scores,
        {
          key: 'group',
          kind: 'some',
          label: t('assignments:filter.group'),
          data: [...new Set([...groups, ...chosenGroups])].map((name) => ({ value: name, label: name })),
          chosen: chosenGroups,
          onChange: (chosen) => params.setFilters({ group: chosen.join('\n') }),
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
      ]}
      onClear={params.filtered ? params.clear : undefined}
    />
  )
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
