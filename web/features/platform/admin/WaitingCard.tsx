import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AdminDashboard } from '#contract/dashboards.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import { clientPath, paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ScalesDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card, CardFooter, CardHeader } from '../../../ui/layout/Card.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from './dashboard.module.css'
import { RowsSkeleton } from './RowsSkeleton.tsx'

/** Pending work for an operator: organisations that apply, and jobs that were given up. */
export function WaitingCard({ waiting }: { waiting: AdminDashboard['waiting'] | undefined }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { count = 0, first = [] } = waiting?.clients ?? {}
  const failed = [
    { key: 'failedMails', count: waiting?.failedMails ?? 0 },
    { key: 'failedJobs', count: waiting?.failedJobs ?? 0 },
  ].filter((one) => one.count > 0)
  return (
    <Card aria-busy={waiting === undefined}>
      <CardHeader
        title={t('admin:waiting.title')}
        actions={
          count > first.length ? (
            <Button size="sm" variant="plain" component={Link} to={`${paths.clients}?status=pending`}>
              {t('admin:waiting.all', { number: number(count) })}
            </Button>
          ) : null
        }
      />
      {waiting === undefined ? <RowsSkeleton /> : null}
      {waiting && count === 0 && failed.length === 0 ? (
        <EmptyState heading="h3" drawing={<ScalesDrawing />} title={t('admin:waiting.none')}>
          {t('admin:waiting.noneText')}
        </EmptyState>
      ) : null}
      <ul className={classes.rows}>
        {first.map(({ id, name, timeZone, createdAt }) => (
          <li key={id}>
            <Link className="row gap-12 ruled-top" to={clientPath(id)}>
              <Avatar name={name} square />
              <span>
                <b className="medium" dir="auto">
                  {name}
                </b>
                <span className="meta">
                  {t('admin:waiting.since', { date: formatDate(createdAt, i18n.language, timeZone) })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {failed.length > 0 ? (
        <CardFooter>
          {failed.map((one) => (
            <StatusWord key={one.key} tone="expired" icon={IconAlertTriangle}>
              {t(`admin:waiting.${one.key}`, { count: one.count, number: number(one.count) })}
            </StatusWord>
          ))}
        </CardFooter>
      ) : null}
    </Card>
  )
}
