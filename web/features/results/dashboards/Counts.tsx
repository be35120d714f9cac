import { IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboards.ts'
import { formatNumber, formatPercent } from '#contract/format.ts'
import { listPath, paths } from '../../../app/paths.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import classes from './Counts.module.css'

/** Key figures, each a link to the list that it counts. */
export function Counts({ counts, people }: Pick<ClientDashboard, 'counts' | 'people'>) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const rounded = counts.assigned === 0 ? 0 : Math.round((counts.completed / counts.assigned) * 100)
  // All of them is said when it is all of them.
  const share = counts.completed < counts.assigned ? Math.min(rounded, 99) : rounded
  const rows = [
    { key: 'assigned', to: paths.assignments, value: counts.assigned, note: t('dashboard:counts.inAll') },
    {
      key: 'pending',
      to: listPath({ status: 'pending' }),
      value: counts.pending,
      note: t('dashboard:counts.started', { count: counts.started, number: number(counts.started) }),
    },
    {
      key: 'completed',
      to: listPath({ status: 'completed' }),
      value: counts.completed,
      note: formatPercent(share, i18n.language),
    },
    {
      key: 'expired',
      to: listPath({ status: 'expired' }),
      value: counts.expired,
      note:
        counts.cancelled === 0
          ? ''
          : t('dashboard:counts.cancelled', { count: counts.cancelled, number: number(counts.cancelled) }),
    },
    {
      key: 'people',
      to: people.candidates > 0 ? paths.participants : `${paths.participants}?type=employees`,
      value: people.total,
      note: t('dashboard:counts.kinds', {
        employees: t('dashboard:counts.employees', {
          count: people.employees,
          number: number(people.employees),
        }),
        candidates: t('dashboard:counts.candidates', {
          count: people.candidates,
          number: number(people.candidates),
        }),
      }),
    },
  ]
  return (
    <Card className={`stack ${classes.counts}`} aria-label={t('dashboard:counts.title')}>
      {rows.map(({ key, to, value, note }) => (
        <Link key={key} to={to} data-count={key}>
          <span>
            {t(`dashboard:counts.${key}`)}
            <IconArrowUpRight size={16} stroke={1.75} className="push-end faint flip" aria-hidden />
          </span>
          <b>{number(value)}</b>
          <small>{note}</small>
        </Link>
      ))}
    </Card>
  )
}
