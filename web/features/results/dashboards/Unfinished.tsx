import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboards.ts'
import { formatNumber } from '#contract/format.ts'
import { listPath } from '../../../app/paths.ts'
import { FullAccess } from '../../../app/reader.tsx'
import { Card, CardFooter, CardHeader } from '../../../ui/layout/Card.tsx'
import { RemindAll } from '../../assignments/actions/RemindAll.tsx'
import classes from './dashboard.module.css'
import { Waiting } from './Waiting.tsx'

interface UnfinishedProps {
  clientId: string
  unfinished: ClientDashboard['unfinished']
  today: string
}

/** Those who have not finished, the first to be due before the others. */
export function Unfinished({ clientId, unfinished: { count, first }, today }: UnfinishedProps) {
  const { t, i18n } = useTranslation()
  const number = formatNumber(count, i18n.language)
  const all = listPath({ status: 'pending', ordering: 'dueDate' })
  return (
    <Card className={classes.unfinished}>
      <CardHeader
        title={t('dashboard:unfinished.title')}
        aside={
          <Link className="num link" to={all} aria-label={t('dashboard:unfinished.all', { count, number })}>
            {number}
          </Link>
        }
        actions={
          first.length > 0 ? (
            <FullAccess>
              <RemindAll clientId={clientId} />
            </FullAccess>
          ) : null
        }
      />
      {first.length === 0 ? (
        <p className={`muted ${classes.nothing}`}>{t('dashboard:unfinished.nobody')}</p>
      ) : (
        <>
          <ul className={classes.spaced}>
            {[...Map.groupBy(first, ({ user }) => user.id)].map(([userId, tests]) => (
              <Waiting key={userId} tests={tests} today={today} />
            ))}
          </ul>
          <CardFooter>
            <Link className="inline-row gap-6 link" to={all}>
              {t('dashboard:unfinished.all', { count, number })}
              <IconArrowRight size={16} stroke={1.75} className="flip" aria-hidden />
            </Link>
          </CardFooter>
        </>
      )}
    </Card>
  )
}
