import { useTranslation } from 'react-i18next'
import type { AdminDashboard } from '#contract/dashboards.ts'
import { formatDay, formatNumber } from '#contract/format.ts'
import { HiddenTable } from '../../ui/HiddenTable.tsx'
import { usualHighest } from '../../ui/usualHighest.ts'
import classes from './chart.module.css'

const ended = ['completed', 'expired', 'cancelled'] as const
const all = ['assigned', ...ended] as const
// The line that matters most lies above the others.
const drawnLast = ended.toReversed()
type Day = AdminDashboard['series'][number]

const height = 100

/** The last 30 days, drawn as a manager's: what was given on each as bars, what ended on it as lines over them. */
export function TestsChart({ dashboard }: { dashboard: AdminDashboard | undefined }) {
  const { t, i18n } = useTranslation()
  if (dashboard === undefined) return <div className={classes.bone} />
  const { series } = dashboard
  const number = (value: number) => formatNumber(value, i18n.language)
  const day = (one: Day | undefined) => (one ? formatDay(one.day, i18n.language) : '')
  const highestOf = (one: Day) => Math.max(...all.map((key) => one[key]))
  const most = Math.max(1, usualHighest(series.map(highestOf)))
  const yOf = (value: number) => height - (Math.min(value, most) / most) * height
  const above = series.filter((one) => highestOf(one) > most)
  const words = (one: Day) =>
    [day(one), ...all.map((key) => `${t(`admin:tests.${key}`)}: ${number(one[key])}`)].join('\n')
  return (
    <figure className={classes.figure}>
      <ul className={classes.legend}>
        {all.map((key) => (
          <li key={key} data-series={key}>
            <span aria-hidden />
            {t(`admin:tests.${key}`)}
            <b>{number(series.reduce((sum, one) => sum + one[key], 0))}</b>
          </li>
        ))}
      </ul>
      <div className={classes.plot} aria-hidden>
        <span className={classes.most}>{number(most)}</span>
        <svg viewBox={`0 0 ${series.length * 10} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {series.map((one, at) => (
            <g key={one.day}>
              <title>{words(one)}</title>
              <rect x={at * 10} y={0} width={10} height={height} className={classes.catch} />
              <rect
                x={at * 10 + 2}
                width={6}
                y={yOf(one.assigned)}
                height={height - yOf(one.assigned)}
                data-series="assigned"
              />
            </g>
          ))}
          {drawnLast.map((key) => (
            <polyline
              key={key}
              points={series.map((one, at) => `${at * 10 + 5},${yOf(one[key])}`).join(' ')}
              vectorEffect="non-scaling-stroke"
              data-series={key}
            />
          ))}
        </svg>
        <div className={classes.days}>
          <span>{day(series[0])}</span>
          <span>{day(series.at(-1))}</span>
        </div>
      </div>
      <figcaption className="meta">
        {t('admin:tests.caption')}
        {above.map((one) => (
          <span key={one.day}>
            {' '}
            {t('admin:tests.above', { day: day(one), number: number(highestOf(one)) })}
          </span>
        ))}
      </figcaption>
      <HiddenTable
        caption={t('admin:tests.title')}
        heads={[t('admin:tests.day'), ...all.map((key) => t(`admin:tests.${key}`))]}
        rows={series.map((one) => ({ name: day(one), cells: all.map((key) => number(one[key])) }))}
      />
    </figure>
  )
}
