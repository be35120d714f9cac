import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type AdminDashboard, getAdminDashboard } from '#contract/dashboards.ts'
import { formatNumber } from '#contract/format.ts'
import { api } from '../../../app/api.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths } from '../../../app/paths.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { OrderAlerts } from '../../orders/OrderAlerts.tsx'
import classes from './dashboard.module.css'
import { LowQuotas } from './LowQuotas.tsx'
import { TestsChart } from './TestsChart.tsx'
import { WaitingCard } from './WaitingCard.tsx'

/** The start page of the platform's operators. */
export default function DashboardPage() {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useAdminDashboard()
  const waiting = data?.waiting.clients.count ?? 0
  return (
    <>
      <PageHeader
        lead={
          waiting > 0 ? (
            <Link className="link" to={`${paths.clients}?status=pending`}>
              {t('clients:waiting', { count: waiting, number: formatNumber(waiting, i18n.language) })}
            </Link>
          ) : (
            t('admin:lead')
          )
        }
      />
      <OrderAlerts />
      {error && data === undefined ? (
        <Card>
          <LoadFailure of={{ error, refetch }} title={t('admin:failed')} />
        </Card>
      ) : (
        <>
          <ClientNumbers clients={data?.clients} />
          <Card aria-busy={data === undefined}>
            <CardHeader title={t('admin:tests.title')} />
            <CardBody>
              <TestsChart dashboard={data} />
            </CardBody>
          </Card>
          <div className={`stack align-start gap-page ${classes.columns}`}>
            <WaitingCard waiting={data?.waiting} />
            <LowQuotas low={data?.lowQuotas} />
          </div>
        </>
      )}
    </>
  )
}

/** Clients by status; each number leads to the list that it counts. */
function ClientNumbers({ clients }: { clients: AdminDashboard['clients'] | undefined }) {
  const { t, i18n } = useTranslation()
  return (
    <Card
      className={`stack ${classes.numbers}`}
      aria-label={t('admin:clients.title')}
      aria-busy={clients === undefined}
    >
      {(['active', 'pending', 'suspended'] as const).map((status) => (
        <Link className="stack relative gap-4" key={status} to={`${paths.clients}?status=${status}`}>
          <span className="muted">{t(`admin:clients.${status}`)}</span>
          <b className="text-24 semibold num">
            {clients === undefined ? '–' : formatNumber(clients[status], i18n.language)}
          </b>
        </Link>
      ))}
    </Card>
  )
}

function useAdminDashboard() {
  const { i18n } = useTranslation()
  return useQuery({
    // Under the clients: what changes one of them changes this too. Inventories are named in the reader's language.
    queryKey: ['clients', 'dashboard', i18n.language],
    queryFn: ({ signal }) => api(getAdminDashboard, { signal }),
    staleTime: 0,
    refetchInterval: 60_000,
  })
}
