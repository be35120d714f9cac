import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboards.ts'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { listPath } from '../../app/paths.ts'
import { Card, CardBody, CardFooter, CardHeader } from '../../ui/Card.tsx'
import { DayChart } from '../../ui/DayChart.tsx'
import { useClientZone } from '../clients/useClients.ts'
import classes from './dashboard.module.css'

interface LastThirtyDaysProps {
  clientId: string
  series: ClientDashboard['series']
  last: ClientDashboard['lastAssignment']
}

/** How much was given and finished in the last 30 days, and what was given last. */
export function LastThirtyDays({ clientId, series, last }: LastThirtyDaysProps) {
  const { t, i18n } = useTranslation()
  const timeZone = useClientZone(clientId)
  const sum = (what: 'assigned' | 'completed') => {
    const count = series.reduce((all, day) => all + day[what], 0)
    return { count, number: formatNumber(count, i18n.language) }
  }
  const [assigned, completed] = [sum('assigned'), sum('completed')]
  return (
    <Card>
      <CardHeader
        title={t('dashboard:curve.title')}
        aside={
          <span className={classes.legend}>
            <span>
              <i className={classes.done} />
              {t('dashboard:curve.done')} <b>{completed.number}</b>
            </span>
            <span>
              <i className={`${classes.waiting} ${classes.block}`} />
              {t('dashboard:curve.given')} <b>{assigned.number}</b>
            </span>
          </span>
        }
      />
      <CardBody>
        <DayChart
          label={t('dashboard:curve.label', { assigned: assigned.number, completed: completed.number })}
          caption={t('dashboard:curve.title')}
          series={[
            { title: t('dashboard:curve.given'), tone: 'bar' },
            { title: t('dashboard:curve.done'), tone: 'main' },
          ]}
          days={series.map((one) => ({ day: one.day, counts: [one.assigned, one.completed] }))}
        />
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
