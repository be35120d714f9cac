import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboards.ts'
import { formatDateTime } from '#contract/format.ts'
import { listPath } from '../../../app/paths.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { ChartLegend } from '../../../ui/chart/ChartLegend.tsx'
import { DayChart } from '../../../ui/chart/DayChart.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from './dashboard.module.css'

interface LastThirtyDaysProps {
  clientId: string
  series: ClientDashboard['series']
  last: ClientDashboard['lastAssignment']
}

/** The tests assigned and finished in the last 30 days, and the latest assignments. */
export function LastThirtyDays({ clientId, series, last }: LastThirtyDaysProps) {
  const { t, i18n } = useTranslation()
  const timeZone = useClientTimeZone(clientId)
  const counted = {
    series: [
      { title: t('dashboard:curve.given'), tone: 'bar' },
      { title: t('dashboard:curve.done'), tone: 'main' },
    ] as const,
    days: series.map((one) => ({ day: one.day, counts: [one.assigned, one.completed] })),
  }
  return (
    <Card>
      <CardHeader
        title={t('dashboard:curve.title')}
        aside={
          <div className={`push-end ${classes.legend}`}>
            <ChartLegend {...counted} />
          </div>
        }
      />
      <CardBody>
        <DayChart caption={t('dashboard:curve.title')} {...counted} />
      </CardBody>
      {last ? (
        <CardFooter>
          <p className="muted">
            {t('dashboard:last.title')}{' '}
            <Link className="link" to={listPath({ user: last.user.id })}>
              {last.user.name}
            </Link>
            , {last.inventory.name}. {formatDateTime(last.createdAt, i18n.language, timeZone)}
            {last.createdBy ? `, ${last.createdBy}` : null}
          </p>
        </CardFooter>
      ) : null}
    </Card>
  )
}
