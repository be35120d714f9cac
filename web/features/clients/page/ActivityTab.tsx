import { useTranslation } from 'react-i18next'
import { listClientActivity } from '#contract/audit.ts'
import type { Client } from '#contract/clients.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { days, one, useList } from '../../../app/useList.ts'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useActions } from '../../audit/auditFilters.ts'
import { StepsPanel } from '../../audit/StepsPanel.tsx'
import { useAuditColumns } from '../../audit/useAuditColumns.tsx'

/** The client's activity with its authors, newest first. */
export function ActivityTab({ client }: { client: Client }) {
  const { t } = useTranslation()
  const activity = useList(listClientActivity, {
    params: { clientId: client.id },
    ordering: '-at',
    asks: { person: undefined },
    fresh: true,
  })
  // Every row is this client's.
  const columns = useAuditColumns().filter(({ key }) => key !== 'client')
  const actions = useActions()
  return (
    <Card clip>
      <ListTable
        label={t('clients:tab.activity')}
        columns={columns}
        rowKey={(row) => row.id}
        of={activity}
        search={t('clients:activity.search')}
        filters={[
          one(activity, 'action', { label: t('audit:filter.action'), data: actions }),
          days(activity, t('audit:filter.days')),
        ]}
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
      <StepsPanel entries={activity.list.data?.results ?? []} />
    </Card>
  )
}
