import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getClientDashboard } from '#contract/dashboards.ts'
import { api } from '../../../app/api.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { FullAccess } from '../../../app/reader.tsx'
import { useClient } from '../../../app/useClient.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { ByInventory } from './ByInventory.tsx'
import { Counts } from './Counts.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { DueSoon } from './DueSoon.tsx'
import classes from './dashboard.module.css'
import { FirstSteps } from './FirstSteps.tsx'
import { LastThirtyDays } from './LastThirtyDays.tsx'
import { QuotaLeft } from './QuotaLeft.tsx'
import { RecentResults } from './RecentResults.tsx'
import { Unfinished } from './Unfinished.tsx'

export default function DashboardPage() {
  return <ClientGate>{(client) => <Dashboard key={client.value} client={client} />}</ClientGate>
}

function Dashboard({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useDashboard(client.value)
  const active = useClient(client.value).data?.status === 'active'
  if (data === undefined)
    return (
      <>
        <DashboardHeader client={client} />
        {error ? (
          <Card>
            <LoadFailure of={{ error, refetch }} title={t('dashboard:failed')} />
          </Card>
        ) : (
          <DashboardSkeleton />
        )}
      </>
    )
  const begun = data.counts.assigned > 0
  const { count, days } = data.dueWithin7Days
  // A week without due tests does not take the best place.
  const week = begun ? <DueSoon days={days} today={data.today} empty={count === 0} /> : null
  return (
    <>
      <DashboardHeader client={client} dashboard={data} />
      {begun ? <Counts counts={data.counts} people={data.people} /> : null}
      <div className={`stack align-start with-aside gap-page ${classes.columns}`}>
        <div className={classes.column}>
          {begun ? (
            <>
              <Unfinished clientId={client.value} unfinished={data.unfinished} today={data.today} />
              <LastThirtyDays clientId={client.value} series={data.series} last={data.lastAssignment} />
              <ByInventory rows={data.byInventory} />
            </>
          ) : (
            <FirstSteps
              active={active}
              quota={data.quotas.some(({ availableQuantity }) => availableQuantity > 0)}
            />
          )}
        </div>
        <div className={classes.column}>
          {count > 0 ? week : null}
          <FullAccess>
            <QuotaLeft clientId={client.value} quotas={data.quotas} />
          </FullAccess>
          {begun ? <RecentResults results={data.recentResults} /> : null}
          {count > 0 ? null : week}
        </div>
      </div>
    </>
  )
}

function useDashboard(clientId: string) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['client', clientId, 'dashboard', i18n.language],
    queryFn: ({ signal }) => api(getClientDashboard, { params: { clientId }, signal }),
  })
}
