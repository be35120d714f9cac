import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatLongDay, formatNumber, formatShortDay } from '#contract/format.ts'
import { HiddenTable } from '../table/HiddenTable.tsx'
import { useNarrow } from '../useNarrow.ts'
import { scaleTo } from './chartScale.ts'
import { type Counts, sumOf } from './counts.ts'
import classes from './DayChart.module.css'
import { usualHighest } from './usualHighest.ts'

interface DayChartProps extends Counts {
  caption: string
  /** It has the page's whole width. */
  across?: boolean
}

const shapes = {
  across: { width: 1040, height: 236, right: 1028, bottom: 208, bar: 14, every: 7 },
  wide: { width: 664, height: 236, right: 652, bottom: 208, bar: 10, every: 7 },
  narrow: { width: 326, height: 210, right: 314, bottom: 182, bar: 5, every: 14 },
}
// What a digit takes beside the axis, in the drawing's measure: 10.000 must have room.
const digit = 7
const top = 16
const tip = { width: 190, line: 19, gap: 16 }

/** Counts of each day; a day far above the others is cut off and says its number. Pointing at a day tells its numbers; a table tells them all. */
export function DayChart({ caption, series, days, across = false }: DayChartProps) {
  const { t, i18n } = useTranslation()
  const [pointed, setPointed] = useState<number | null>(null)
  const { width, height, right, bottom, bar, every } =
    shapes[useNarrow() ? 'narrow' : across ? 'across' : 'wide']
  const number = (value: number) => formatNumber(value, i18n.language)
  // A screen reader hears the sums; the table behind the drawing tells everything.
  const sums = series.map(({ title }, at) => `${title} ${number(sumOf(days, at))}`).join(', ')
  const scale = scaleTo(usualHighest(days.map(({ counts }) => Math.max(...counts))))
  const highest = scale.at(-1) ?? 1
  const left = Math.max(28, 14 + digit * Math.max(...scale.map((value) => number(value).length)))
  const last = days.length - 1
  const xOf = (at: number) => left + ((right - left) * at) / Math.max(1, last)
  const yOf = (value: number) => bottom - ((bottom - top) * Math.min(value, highest)) / highest
  // Straight from day to day: a smooth line would show counts between the days.
  const lineOf = (which: number) =>
    `M${days.map(({ counts }, at) => `${xOf(at)} ${yOf(counts[which] ?? 0)}`).join('L')}`
  const [, ...lines] = series
  const day = pointed === null ? undefined : days[pointed]
  const x = pointed === null ? 0 : xOf(pointed)

  return (
    <>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${width} ${height}`}
        style={{ maxHeight: height }}
        role="img"
        aria-label={`${caption}: ${sums}`}
        onPointerMove={(event) => setPointed(dayAt(event.currentTarget, event, { left, right, last }))}
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
        {days.map(({ day: key, counts }, at) => (
          <g key={key}>
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
            {Math.max(...counts) > highest ? (
              <text
                className={classes.above}
                x={xOf(at)}
                y={top - 4}
                textAnchor={at > last / 2 ? 'end' : 'start'}
              >
                ↑ {number(Math.max(...counts))}
              </text>
            ) : null}
            {at === last ? (
              <text x={right} y={bottom + 22} textAnchor="end">
                {t('ui:chart.today')}
              </text>
            ) : (last - at) % every === 0 && at > 0 ? (
              <text x={xOf(at)} y={bottom + 22} textAnchor="middle">
                {formatShortDay(key, i18n.language)}
              </text>
            ) : null}
          </g>
        ))}
        <path className={classes.area} d={`${lineOf(1)}L${right} ${bottom}L${left} ${bottom}Z`} />
        {lines
          .map(({ title, tone }, at) => (
            <path key={title} className={classes.line} data-tone={tone} d={lineOf(at + 1)} />
          ))
          .toReversed()}
        {day ? (
          <>
            <line className={classes.pointed} x1={x} x2={x} y1={top} y2={bottom} />
            <circle className={classes.dot} cx={x} cy={yOf(day.counts[1] ?? 0)} r={4.5} />
            <g
              className={classes.tip}
              transform={`translate(${x + tip.gap + tip.width > right ? x - tip.gap - tip.width : x + tip.gap} ${top + 2})`}
            >
              <rect width={tip.width} height={30 + tip.line * series.length} rx={8} />
              <text x={12} y={21} data-quiet>
                {formatLongDay(day.day, i18n.language)}
              </text>
              {series.map(({ title }, at) => (
                <text key={title} x={12} y={40 + tip.line * at}>
                  {title}: {number(day.counts[at] ?? 0)}
                </text>
              ))}
            </g>
          </>
        ) : null}
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

/** The day under the pointer, in the drawing's own units, at any shown size. */
function dayAt(
  svg: SVGSVGElement,
  { clientX, clientY }: { clientX: number; clientY: number },
  { left, right, last }: { left: number; right: number; last: number },
): number | null {
  const matrix = svg.getScreenCTM()
  if (matrix === null) return null
  const { x } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
  return Math.min(last, Math.max(0, Math.round(((x - left) / (right - left)) * last)))
}
