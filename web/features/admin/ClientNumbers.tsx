import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AdminDashboard } from '#contract/dashboards.ts'
import { formatNumber } from '#contract/format.ts'
import { paths } from '../../app/paths.ts'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './dashboard.module.css'

/** Clients by status; each number leads to the list that it counts. */
export function ClientNumbers({ clients }: { clients: AdminDashboard['clients'] | undefined }) {
  const { t, i18n } = useTranslation()
  return (
    <Card className={classes.numbers} aria-label={t('admin:clients.title')} aria-busy={clients === undefined}>
      {(['active', 'pending', 'suspended'] as const).map((status) => (
        <Link key={status} to={`${paths.clients}?status=${status}`}>
          <span>{t(`admin:clients.${status}`)}</span>
          <b>{clients === undefined ? '–' : formatNumber(clients[status], i18n.language)}</b>
        </Link>
      ))}
    </Card>
  )
}
