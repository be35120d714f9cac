import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditAction, listClientActivity } from '#contract/audit.ts'
import type { Client } from '#contract/clients.ts'
import { day } from '#contract/fields.ts'
import { api } from '../../app/api.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { useTableParams } from '../../app/tableParams.ts'
import { Card } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { ListDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterFold } from '../../ui/FilterFold.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { useAuditColumns } from '../audit/useAuditColumns.tsx'
import classes from './quota.module.css'

const filterNames = ['action', 'from', 'to'] as const
const valid = { action: auditAction, from: day, to: day }

/** Who did what for this client, the newest first. */
export function ActivityTab({ client }: { client: Client }) {
  const { t } = useTranslation()
  const params = useTableParams(filterNames, '-at')
  const list = useActivity(client.id, params)
  // Every row is this client's.
  const columns = useAuditColumns().filter(({ key }) => key !== 'client')
  const failed = list.isError && list.data === undefined
  const requestId = list.error instanceof ApiError ? list.error.requestId : undefined
  const { filters, setFilter } = params
  const actions = auditAction.options
    .map((action) => ({ value: action, label: t(`audit:action.${action}`) }))
    .sort((a, b) => a.label.localeCompare(b.label))
  const dayField = (name: 'from' | 'to') => (
    <span className={classes.day}>
      <DateField
        label={<span className="sr">{t(`audit:filter.${name}`)}</span>}
        placeholder={t(`audit:filter.${name}`)}
        size="sm"
        value={filters[name] || null}
        onChange={(value) => setFilter(name, value ?? '')}
      />
    </span>
  )
  return (
    <Card clip>
      <DataTable
        label={t('clients:tab.activity')}
        columns={columns}
        rowKey={(row) => row.id}
        rows={list.data?.results}
        count={list.data?.count ?? 0}
        page={params.page}
        pageSize={params.pageSize}
        onPage={params.setPage}
        onPageSize={params.setPageSize}
        ordering={params.ordering}
        onOrdering={params.setOrdering}
        search={{
          value: params.search,
          onChange: params.setSearch,
          placeholder: t('clients:activity.search'),
        }}
        toolbar={
          <FilterFold values={filters}>
            <FilterSelect
              label={t('audit:filter.action')}
              all={t('audit:filter.allActions')}
              clearLabel={t('audit:filter.clearAction')}
              data={actions}
              value={filters.action}
              onChange={(action) => setFilter('action', action)}
              searchable
            />
            {dayField('from')}
            {dayField('to')}
          </FilterFold>
        }
        busy={list.isPlaceholderData}
        filtered={params.filtered}
        failure={
          failed
            ? {
                title: t('clients:activity.failed'),
                message: errorMessage(list.error),
                requestId,
                onRetry: () => void list.refetch(),
              }
            : undefined
        }
        empty={
          <EmptyState drawing={<ListDrawing />} title={t('clients:activity.empty')}>
            {t('clients:activity.emptyText')}
          </EmptyState>
        }
        noMatch={{
          title: t('clients:activity.noMatch'),
          clearLabel: t('clients:noMatch.clear'),
          onClear: params.clear,
        }}
        minWidth={760}
      />
    </Card>
  )
}

type Params = ReturnType<typeof useTableParams<(typeof filterNames)[number]>>

function useActivity(clientId: string, params: Params) {
  const set = filterNames.flatMap((name) => {
    const value = valid[name].safeParse(params.filters[name])
    return value.success ? [[name, value.data] as const] : []
  })
  const query = {
    page: String(params.page),
    page_size: String(params.pageSize),
    search: params.search.slice(0, 100),
    ordering: listClientActivity.query.shape.ordering.safeParse(params.ordering).data,
    ...Object.fromEntries(set),
  }
  return useQuery({
    queryKey: ['client', clientId, 'activity', query],
    queryFn: ({ signal }) => api(listClientActivity, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
    // What was just done has to be there.
    staleTime: 0,
  })
}
