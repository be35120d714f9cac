import { IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react'
import type { ReportView } from '#report/view.ts'
import classes from './report.module.css'

/** When, how long, how complete, how sure: one row under the name. */
export function Facts({ view }: { view: ReportView }) {
  const { confidence } = view
  const high = confidence.level === 'high'
  const Shield = high ? IconShieldCheck : IconShieldQuestion
  return (
    <dl className={`flex surface rounded-lg clip ${classes.facts}`}>
      {view.facts.map((fact) => (
        <div key={fact.key}>
          <dt className="text-13 muted">{fact.label}</dt>
          <dd className="text-18 semibold num breakable">{fact.value}</dd>
          {fact.note === null ? null : (
            <dd className={`text-18 semibold num breakable ${classes.note}`}>{fact.note}</dd>
          )}
        </div>
      ))}
      <div>
        <dt className="text-13 muted">{confidence.title}</dt>
        <dd
          className={`row text-18 semibold num breakable ${classes.shield}`}
          data-level={confidence.level ?? 'none'}
        >
          <Shield size={20} stroke={1.75} aria-hidden />
          {confidence.value}
        </dd>
        {confidence.note === null ? null : (
          <dd className={`text-18 semibold num breakable ${classes.note}`}>{confidence.note}</dd>
        )}
      </div>
    </dl>
  )
}
