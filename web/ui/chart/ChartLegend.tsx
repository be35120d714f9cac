import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import classes from './ChartLegend.module.css'
import { type Counts, sumOf } from './counts.ts'

/** The names of a chart's series, with their sums over all its days. */
export function ChartLegend({ series, days }: Counts) {
  const { i18n } = useTranslation()
  return (
    <ul className={`cluster text-13 muted ${classes.legend}`}>
      {series.map(({ title, tone }, at) => (
        <li key={title} data-tone={tone}>
          <span aria-hidden />
          {title} <b>{formatNumber(sumOf(days, at), i18n.language)}</b>
        </li>
      ))}
    </ul>
  )
}
