import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { paths } from '../../app/paths.ts'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { OrderAlerts } from '../orders/OrderAlerts.tsx'
import { ClientNumbers } from './ClientNumbers.tsx'
import classes from './dashboard.module.css'
import { LowQuotas } from './LowQuotas.tsx'
import { TestsChart } from './TestsChart.tsx'
import { useAdminDashboard } from './useAdminDashboard.ts'
import { WaitingCard } from './WaitingCard.tsx'

/** What the platform's operators look at first. */
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
          <div className={classes.columns}>
            <WaitingCard waiting={data?.waiting} />
            <LowQuotas low={data?.lowQuotas} />
          </div>
        </>
      )}
    </>
  )
}
