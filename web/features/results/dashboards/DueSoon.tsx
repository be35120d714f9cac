import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboards.ts'
import { formatLongDay, formatNumber, formatShortDay, formatWeekday } from '#contract/format.ts'
import { dueListPath } from '../../../app/paths.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from './DueSoon.module.css'
import dashboard from './dashboard.module.css'

interface DueSoonProps {
  /** Today and the six after it. */
  days: ClientDashboard['dueWithin7Days']['days']
  today: string
  empty: boolean
}

/** The number of open tests that end on each of the next days. */
export function DueSoon({ days, today, empty }: DueSoonProps) {
  const { t, i18n } = useTranslation()
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Card className={empty ? undefined : dashboard.week}>
      <CardHeader
        title={t('dashboard:week.title')}
        actions={
          first && last ? (
            <span className="meta">
              {formatShortDay(first.day, i18n.language)} – {formatShortDay(last.day, i18n.language)}
            </span>
          ) : null
        }
      />
      <CardBody>
        <ul className={`stack gap-4 ${classes.week}`}>
          {days.map(({ day, count }) => (
            <li key={day}>
              <Link
                to={dueListPath(day, day)}
                data-today={day === today || undefined}
                data-has={count > 0 || undefined}
                aria-current={day === today ? 'date' : undefined}
              >
                <span className="sr">
                  {formatLongDay(day, i18n.language)}:{' '}
                  {t('dashboard:week.count', { count, number: formatNumber(count, i18n.language) })}
                </span>
                <small aria-hidden>{formatWeekday(day, i18n.language)}</small>
                <b aria-hidden>{Number(day.slice(8))}</b>
                <i className="inline-row justify-center semibold faint num" aria-hidden>
                  {count === 0 ? '–' : formatNumber(count, i18n.language)}
                </i>
              </Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
