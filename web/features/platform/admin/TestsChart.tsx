import { useTranslation } from 'react-i18next'
import type { AdminDashboard } from '#contract/dashboards.ts'
import { ChartLegend } from '../../../ui/chart/ChartLegend.tsx'
import { DayChart } from '../../../ui/chart/DayChart.tsx'
import classes from './chart.module.css'

const drawn = [
  { key: 'assigned', tone: 'bar' },
  { key: 'completed', tone: 'main' },
  { key: 'expired', tone: 'amber' },
  { key: 'cancelled', tone: 'second' },
] as const

/** The last 30 days of all clients: what was given on each as bars, what ended on it as lines over them. */
export function TestsChart({ dashboard }: { dashboard: AdminDashboard | undefined }) {
  const { t } = useTranslation()
  if (dashboard === undefined) return <div className={`well rounded ${classes.skeletonLine}`} />
  const series = drawn.map(({ key, tone }) => ({ title: t(`admin:tests.${key}`), tone }))
  const days = dashboard.series.map((one) => ({ day: one.day, counts: drawn.map(({ key }) => one[key]) }))
  return (
    <figure className="stack one-column relative gap-12">
      <ChartLegend series={series} days={days} />
      <DayChart across caption={t('admin:tests.title')} series={series} days={days} />
      <figcaption className="meta">{t('admin:tests.caption')}</figcaption>
    </figure>
  )
}
