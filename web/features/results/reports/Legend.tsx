import type { LegendItem } from '#report/view.ts'
import classes from './report.module.css'

/** The meaning of the charts' marks. */
export function Legend({ items, dots = false }: { items: LegendItem[]; dots?: boolean }) {
  if (items.length === 0) return null
  return (
    <ul className={`cluster text-13 muted ${classes.legend}`}>
      {items.map((item) => (
        <li className="inline-row min-0 breakable" key={item.key}>
          <i data-key={item.key} data-dot={dots || undefined} aria-hidden />
          {item.text}
        </li>
      ))}
    </ul>
  )
}
