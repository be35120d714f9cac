import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDashboard } from '#contract/dashboards.ts'
import { formatLongDay, formatNumber, formatShortDay } from '#contract/format.ts'
import { HiddenTable } from '../../ui/HiddenTable.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { usualHighest } from '../../ui/usualHighest.ts'
import classes from './Curve.module.css'
import { scaleTo } from './curve.ts'

type Day = ClientDashboard['series'][number]

const shapes = {
  wide: { width: 664, height: 236, right: 652, bottom: 208, bar: 10, every: 7 },
  narrow: { width: 326, height: 210, right: 314, bottom: 182, bar: 5, every: 14 },
}
// What a digit takes beside the axis, in the drawing's measure: 10.000 must have room.
const digit = 7
const top = 16
const tip = { width: 190, height: 68, gap: 16 }

/** Tests finished a day as a line, tests given as bars behind it; a day far above the others is cut off and says its number. Pointing at a day tells its two numbers; a table tells them all. */
export function Curve({ series, label }: { series: readonly Day[]; label: string }) {
  const { t, i18n } = useTranslation()
  const [pointed, setPointed] = useState<number | null>(null)
  const { width, height, right, bottom, bar, every } = shapes[useNarrow() ? 'narrow' : 'wide']
  const number = (value: number) => formatNumber(value, i18n.language)
  const scale = scaleTo(usualHighest(series.map(({ assigned, completed }) => Math.max(assigned, completed))))
  const highest = scale.at(-1) ?? 1
  const left = Math.max(28, 14 + digit * Math.max(...scale.map((value) => number(value).length)))
  const last = series.length - 1
  const xOf = (at: number) => left + ((right - left) * at) / Math.max(1, last)
  const yOf = (value: number) => bottom - ((bottom - top) * Math.min(value, highest)) / highest
  // Straight from day to day: a smooth line would show counts between the days.
  const line = `M${series.map(({ completed }, at) => `${xOf(at)} ${yOf(completed)}`).join('L')}`
  const day = pointed === null ? undefined : series[pointed]
  const x = pointed === null ? 0 : xOf(pointed)

  return (
    <>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${width} ${height}`}
        style={{ maxHeight: height }}
        role="img"
        aria-label={label}
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
        {series.map(({ day: key, assigned, completed }, at) => (
          <g key={key}>
            {assigned > 0 ? (
              <rect
                className={classes.bar}
                x={xOf(at) - bar / 2}
                y={yOf(assigned)}
                width={bar}
                height={bottom - yOf(assigned)}
                rx={2}
              />
            ) : null}
            {Math.max(assigned, completed) > highest ? (
              <text
                className={classes.above}
                x={xOf(at)}
                y={top - 4}
                textAnchor={at > last / 2 ? 'end' : 'start'}
              >
                ↑ {number(Math.max(assigned, completed))}
              </text>
            ) : null}
            {at === last ? (
              <text x={right} y={bottom + 22} textAnchor="end">
                {t('dashboard:curve.today')}
              </text>
            ) : (last - at) % every === 0 && at > 0 ? (
              <text x={xOf(at)} y={bottom + 22} textAnchor="middle">
                {formatShortDay(key, i18n.language)}
              </text>
            ) : null}
          </g>
        ))}
        <path className={classes.area} d={`${line}L${right} ${bottom}L${left} ${bottom}Z`} />
        <path className={classes.line} d={line} />
        {day ? (
          <>
            <line className={classes.pointed} x1={x} x2={x} y1={top} y2={bottom} />
            <circle className={classes.dot} cx={x} cy={yOf(day.completed)} r={4.5} />
            <g
              className={classes.tip}
              transform={`translate(${x + tip.gap + tip.width > right ? x - tip.gap - tip.width : x + tip.gap} ${top + 2})`}
            >
              <rect width={tip.width} height={tip.height} rx={8} />
              <text x={12} y={21} data-quiet>
                {formatLongDay(day.day, i18n.language)}
              </text>
              <text x={12} y={40}>
                {t('dashboard:curve.completed', { count: day.completed, number: number(day.completed) })}
              </text>
              <text x={12} y={58}>
                {t('dashboard:curve.assigned', { count: day.assigned, number: number(day.assigned) })}
              </text>
            </g>
          </>
        ) : null}
      </svg>
      <HiddenTable
        caption={t('dashboard:curve.title')}
        heads={[t('dashboard:curve.day'), t('dashboard:curve.done'), t('dashboard:curve.given')]}
        rows={series.map((one) => ({
          name: formatLongDay(one.day, i18n.language),
          cells: [number(one.completed), number(one.assigned)],
        }))}
      />
    </>
  )
}

/** The day under the pointer, by the drawing's own measure, whatever size it is shown in. */
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
