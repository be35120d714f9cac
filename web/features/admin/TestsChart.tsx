import { useTranslation } from 'react-i18next'
import type { AdminDashboard } from '#contract/dashboards.ts'
import { formatNumber } from '#contract/format.ts'
import { DayChart } from '../../ui/DayChart.tsx'
import classes from './chart.module.css'

const drawn = [
  { key: 'assigned', tone: 'bar' },
  { key: 'completed', tone: 'main' },
  { key: 'expired', tone: 'amber' },
  { key: 'cancelled', tone: 'second' },
] as const

/** The last 30 days of all clients: what was given on each as bars, what ended on it as lines over them. */
export function TestsChart({ dashboard }: { dashboard: AdminDashboard | undefined }) {
  const { t, i18n } = useTranslation()
  if (dashboard === undefined) return <div className={classes.bone} />
  const { series } = dashboard
  const sumOf = (key: (typeof drawn)[number]['key']) =>
    formatNumber(
      series.reduce((sum, one) => sum + one[key], 0),
      i18n.language,
    )
  return (
    <figure className={classes.figure}>
      <ul className={classes.legend}>
        {drawn.map(({ key }) => (
          <li key={key} data-series={key}>
            <span aria-hidden />
            {t(`admin:tests.${key}`)}
            <b>{sumOf(key)}</b>
          </li>
        ))}
      </ul>
      <DayChart
        across
        label={drawn.map(({ key }) => `${t(`admin:tests.${key}`)}: ${sumOf(key)}`).join(', ')}
        caption={t('admin:tests.title')}
        series={drawn.map(({ key, tone }) => ({ title: t(`admin:tests.${key}`), tone }))}
        days={series.map((one) => ({ day: one.day, counts: drawn.map(({ key }) => one[key]) }))}
      />
      <figcaption className="meta">{t('admin:tests.caption')}</figcaption>
    </figure>
  )
}
