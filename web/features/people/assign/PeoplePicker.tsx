import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import type { Person } from '#contract/people.ts'
import { failureOf } from '../../../app/LoadFailure.tsx'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { PersonCell } from '../../../ui/text/PersonCell.tsx'
import { noScoreFilter } from '../../memberships/selection.ts'
import { usePeopleFilters } from '../../memberships/usePeopleFilters.ts'
import classes from './assign.module.css'
import type { ChosenPeople } from './useChosenPeople.ts'

/** The choice of people: ticked one by one, or all that search and group find. */
export function PeoplePicker({ clientId, people }: { clientId: string; people: ChosenPeople }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const { list, params, kind } = people
  const filters = usePeopleFilters(clientId, params.filters, people.setFilters)
  // The scores are chosen in the list of participants, which has led here.
  const byScore = {
    key: 'score',
    label: t('participants:byScore.label'),
    kind: 'given' as const,
    value: params.filters.score && t('participants:byScore.value'),
    onClear: () => people.setFilters({ inventory: '', ...noScoreFilter }),
  }
  const toggle = ({ userId }: Person) => {
    const next = new Set(people.selected)
    if (people.all || next.has(userId)) next.delete(userId)
    else next.add(userId)
    if (people.all) people.setAll(false)
    people.tick(next)
  }
  return (
    <div className="stack min-0 gap-16">
      <Segmented
        label={t('assign:kind')}
        className={classes.kind ?? ''}
        value={kind}
        onChange={(value) => people.setKind(value === 'employees' ? 'employees' : 'candidates')}
        data={[
          { value: 'candidates', label: t('participants:tab.candidates') },
          { value: 'employees', label: t('participants:tab.employees') },
        ]}
      />
      <div className="min-0 rounded-lg edged clip">
        <DataTable
          key={kind}
          label={t(`participants:tab.${kind}`)}
          columns={columns}
          rowKey={(row) => row.userId}
          onOpen={toggle}
          rows={list.data?.results}
          count={list.data?.count ?? 0}
          page={params.page}
          pageSize={params.pageSize}
          onPage={people.setPage}
          ordering={params.ordering}
          onOrdering={people.setOrdering}
          search={{ value: params.search, onChange: people.setSearch, placeholder: t('participants:search') }}
          toolbar={<FilterBar filters={[byScore, ...filters]} onClear={undefined} />}
          selection={{
            selected: people.selected,
            onChange: people.tick,
            rowLabel: (id) => t('assign:select', { name: people.nameOf(id) }),
            matching: { all: people.all, onAll: people.setAll },
          }}
          busy={list.isPlaceholderData}
          filtered={[params.search, ...Object.values(params.filters)].some((set) => set !== '')}
          failure={
            list.isError && list.data === undefined
              ? failureOf(list, t(`participants:failed.${kind}`))
              : undefined
          }
          empty={
            <EmptyState drawing={<PeopleDrawing />} title={t(`participants:empty.${kind}`)} heading="h3">
              {t('assign:empty')}
            </EmptyState>
          }
          noMatch={{
            title: params.search
              ? t('participants:noMatch.search', { search: params.search })
              : t('participants:noMatch.filters'),
            text: t('participants:noMatch.text'),
            clearLabel: t('participants:noMatch.clear'),
            onClear: people.clear,
          }}
          minWidth={480}
        />
      </div>
    </div>
  )
}

function useColumns(): Column<Person>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'person',
      header: t('participants:column.person'),
      ordering: 'name',
      skeleton: 168,
      cell: (person) => <PersonCell {...person} />,
    },
    {
      key: 'group',
      header: t('participants:column.group'),
      ordering: 'group',
      cell: ({ group }) => <span dir="auto">{group || '–'}</span>,
    },
    {
      key: 'pending',
      header: t('participants:column.pending'),
      align: 'end',
      skeleton: 24,
      cell: ({ assignments }) => (
        <span className="muted num">{formatNumber(assignments.pending, i18n.language)}</span>
      ),
    },
  ]
}
