import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditAction, listClientActivity } from '#contract/audit.ts'
import type { Client } from '#contract/clients.ts'
import { day } from '#contract/fields.ts'
import { api } from '../../../app/api.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { filtersBy, pageOf } from '../../../app/listQuery.ts'
import { useTableParams } from '../../../app/tableParams.ts'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { useActions } from '../../audit/AuditFilters.tsx'
import { StepsPanel } from '../../audit/StepsPanel.tsx'
import { useAuditColumns } from '../../audit/useAuditColumns.tsx'

const filterNames = ['action', 'from', 'to'] as const
const valid = { action: auditAction, from: day, to: day }

/** Who did what for this client, the newest first. */
export function ActivityTab({ client }: { client: Client }) {
  const { t } = useTranslation()
  const params = useTableParams(filterNames, '-at')
  const list = useActivity(client.id, params)
  // Every row is this client's.
  const columns = useAuditColumns().filter(({ key }) => key !== 'client')
  const { filters, setFilters } = params
  const actions = useActions()
  return (
    <Card clip>
      <ListTable
        label={t('clients:tab.activity')}
        columns={columns}
        rowKey={(row) => row.id}
        list={list}
        params={params}
        search={t('clients:activity.search')}
        toolbar={
          <FilterBar
            filters={[
              {
                key: 'action',
                label: t('audit:filter.action'),
                kind: 'one',
                data: actions,
                chosen: filters.action,
                onChange: (action: string) => setFilters({ action }),
              },
              {
                key: 'days',
                label: t('audit:filter.days'),
                kind: 'days',
                days: { from: filters.from, to: filters.to },
                onChange: setFilters,
              },
            ]}
            onClear={params.filtered ? params.clear : undefined}
          />
        }
        failed={t('clients:activity.failed')}
        empty={
          <EmptyState drawing={<ListDrawing />} title={t('clients:activity.empty')}>
            {t('clients:activity.emptyText')}
          </EmptyState>
        }
        noMatch={{
          title: t('clients:activity.noMatch'),
          clearLabel: t('clients:noMatch.clear'),
        }}
        minWidth={760}
      />
      <StepsPanel entries={list.data?.results ?? []} />
    </Card>
  )
}

type Params = ReturnType<typeof useTableParams<(typeof filterNames)[number]>>

function useActivity(clientId: string, params: Params) {
  const query = {
    ...pageOf(params, listClientActivity.query.shape.ordering),
    ...filtersBy(valid, params.filters),
  }
  return useQuery({
    queryKey: ['client', clientId, 'activity', query],
    queryFn: ({ signal }) => api(listClientActivity, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
    // What was just done has to be there.
    staleTime: 0,
  })
}
