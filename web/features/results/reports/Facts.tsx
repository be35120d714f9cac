import { IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react'
import type { ReportView } from '#report/view.ts'
import classes from './report.module.css'

/** When, how long, how complete, how sure: one row under the name. */
export function Facts({ view }: { view: ReportView }) {
  const { confidence } = view
  const high = confidence.level === 'high'
  const Shield = high ? IconShieldCheck : IconShieldQuestion
  return (
    <dl className={classes.facts}>
      {view.facts.map((fact) => (
        <div key={fact.key}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
          {fact.note === null ? null : <dd className={classes.note}>{fact.note}</dd>}
        </div>
      ))}
      <div>
        <dt>{confidence.title}</dt>
        <dd className={classes.shield} data-level={confidence.level ?? 'none'}>
          <Shield size={20} stroke={1.75} aria-hidden />
          {confidence.value}
        </dd>
        {confidence.note === null ? null : <dd className={classes.note}>{confidence.note}</dd>}
      </div>
    </dl>
  )
}
