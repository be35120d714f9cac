import { useTranslation } from 'react-i18next'
import { formatLongDay, formatNumber, formatShortDay } from '#contract/format.ts'
import type { CountedSeries, Counts } from './counts.ts'
import classes from './DayChart.module.css'
import { type DayPlot, greatest } from './dayPlot.ts'

interface PlottedDayProps {
  plot: DayPlot
  day: Counts['days'][number]
  /** Which day it is, from 0. */
  at: number
}

const tip = { width: 190, line: 19, gap: 16 }

/** One day's bar, the number of a day that is cut off, and on some days the date. */
export function PlottedDay({ plot, day: { day, counts }, at }: PlottedDayProps) {
  const { t, i18n } = useTranslation()
  const { right, bottom, top, bar, every, last, highest, xOf, yOf } = plot
  return (
    <g>
      {(counts[0] ?? 0) > 0 ? (
        <rect
          className={classes.bar}
          x={xOf(at) - bar / 2}
          y={yOf(counts[0] ?? 0)}
          width={bar}
          height={bottom - yOf(counts[0] ?? 0)}
          rx={2}
        />
      ) : null}
      {greatest(counts) > highest ? (
        <text className={classes.above} x={xOf(at)} y={top - 4} textAnchor={at > last / 2 ? 'end' : 'start'}>
          ↑ {formatNumber(greatest(counts), i18n.language)}
        </text>
      ) : null}
      {at === last ? (
        <text x={right} y={bottom + 22} textAnchor="end">
          {t('ui:chart.today')}
        </text>
      ) : (last - at) % every === 0 && at > 0 ? (
        <text x={xOf(at)} y={bottom + 22} textAnchor="middle">
          {formatShortDay(day, i18n.language)}
        </text>
      ) : null}
    </g>
  )
}

/** The day that is pointed at, with its numbers beside it. */
export function PointedDay({
  plot: { right, bottom, top, xOf, yOf },
  day: { day, counts },
  at,
  series,
}: PlottedDayProps & { series: readonly CountedSeries[] }) {
  const { i18n } = useTranslation()
  const x = xOf(at)
  const tipX = x + tip.gap + tip.width > right ? x - tip.gap - tip.width : x + tip.gap
  return (
    <>
      <line className={classes.pointed} x1={x} x2={x} y1={top} y2={bottom} />
      <circle className={classes.dot} cx={x} cy={yOf(counts[1] ?? 0)} r={4.5} />
      <g className={classes.tip} transform={`translate(${tipX} ${top + 2})`}>
        <rect width={tip.width} height={30 + tip.line * series.length} rx={8} />
        <text x={12} y={21} data-quiet>
          {formatLongDay(day, i18n.language)}
        </text>
        {series.map(({ title }, which) => (
          <text key={title} x={12} y={40 + tip.line * which}>
            {title}: {formatNumber(counts[which] ?? 0, i18n.language)}
          </text>
        ))}
      </g>
    </>
  )
}
