import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatLongDay, formatNumber } from '#contract/format.ts'
import { HiddenTable } from '../table/HiddenTable.tsx'
import { useNarrow } from '../useNarrow.ts'
import { type Counts, sumOf } from './counts.ts'
import classes from './DayChart.module.css'
import { dayAt, plotOf } from './dayPlot.ts'
import { PlottedDay, PointedDay } from './PlottedDay.tsx'

interface DayChartProps extends Counts {
  caption: string
  /** It has the page's whole width. */
  across?: boolean
}

/** Counts of each day; a day far above the others is cut off and says its number. Pointing at a day tells its numbers; a table tells them all. */
export function DayChart({ caption, series, days, across = false }: DayChartProps) {
  const { t, i18n } = useTranslation()
  const [pointed, setPointed] = useState<number | null>(null)
  const number = (value: number) => formatNumber(value, i18n.language)
  const plot = plotOf(days, useNarrow() ? 'narrow' : across ? 'across' : 'wide', number)
  const { width, height, left, right, bottom, scale, yOf, lineOf } = plot
  // A screen reader hears the sums; the table behind the drawing tells everything.
  const sums = series.map(({ title }, at) => `${title} ${number(sumOf(days, at))}`).join(', ')
  const [, ...lines] = series
  const day = pointed === null ? undefined : days[pointed]

  return (
    <>
      <svg
        className={`block full-width ${classes.chart}`}
        viewBox={`0 0 ${width} ${height}`}
        style={{ maxHeight: height }}
        role="img"
        aria-label={`${caption}: ${sums}`}
        onPointerMove={(event) => setPointed(dayAt(event.currentTarget, event, plot))}
        onPointerLeave={() => setPointed(null)}
      >
        {scale.map((value) => (
          <g key={value}>
            <line className={classes.grid} x1={left} x2={right} y1={yOf(value)} y2={yOf(value)} />
            <text x={left - 10} y={yOf(value) + 4} textAnchor="end">
              {number(value)}
            </text>
          </g>
        ))}
        {days.map((one, at) => (
          <PlottedDay key={one.day} plot={plot} day={one} at={at} />
        ))}
        <path className={classes.area} d={`${lineOf(1)}L${right} ${bottom}L${left} ${bottom}Z`} />
        {lines
          .map(({ title, tone }, at) => (
            <path key={title} className={classes.line} data-tone={tone} d={lineOf(at + 1)} />
          ))
          .toReversed()}
        {day && pointed !== null ? <PointedDay plot={plot} day={day} at={pointed} series={series} /> : null}
      </svg>
      <HiddenTable
        caption={caption}
        heads={[t('ui:chart.day'), ...series.map(({ title }) => title)]}
        rows={days.map((one) => ({
          name: formatLongDay(one.day, i18n.language),
          cells: one.counts.map(number),
        }))}
      />
    </>
  )
}
