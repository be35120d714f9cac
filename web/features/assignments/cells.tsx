import { useTranslation } from 'react-i18next'
import type { Assignment } from '#contract/assignments.ts'
import { formatDate, formatDay, formatNumber, formatTime } from '#contract/format.ts'
import { countdownWord, daysBetween, todayIn } from '../../app/days.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { TestErasure } from '../memberships/ErasedSoon.tsx'
import { Reminded } from './actions/Remind.tsx'
import { recentReminder } from './actions/target.ts'
import classes from './cells.module.css'

export function ProgressCell({ assignment }: { assignment: Assignment }) {
  const { t, i18n } = useTranslation()
  const { answered, total } = assignment.progress
  const number = (value: number) => formatNumber(value, i18n.language)
  const figures = { answered: number(answered), total: number(total) }
  return (
    <span className={`row gap-10 muted nowrap ${classes.progress}`}>
      <span className={classes.bar}>
        <ProgressBar
          value={answered}
          max={total}
          tone={assignment.status === 'completed' ? 'green' : 'indigo'}
          label={t('assignments:progress', figures)}
        />
      </span>
      <bdi dir="ltr">
        {figures.answered} / {figures.total}
      </bdi>
    </span>
  )
}

/** The day, and for work that is still open how far away it is; amber when it is today or tomorrow. */
export function DueCell({ assignment, timeZone }: { assignment: Assignment; timeZone: string }) {
  const { t, i18n } = useTranslation()
  if (assignment.dueDate === null) return <span className="muted nowrap">–</span>
  const left = daysBetween(todayIn(timeZone), assignment.dueDate)
  const open = assignment.status === 'pending' && left >= 0
  const words = t(`assignments:due.${countdownWord(left)}`, { count: left })
  return (
    <span className="stack nowrap">
      <span className={open && left <= 1 ? 'medium ink-amber' : undefined}>
        {formatDay(assignment.dueDate, i18n.language)}
      </span>
      {open ? <span className="meta">{words}</span> : null}
    </span>
  )
}

/** When the person was last seen at work on it: handed in, or else begun; under it its erasure, and a reminder that has just gone out. */
export function LastEventCell({ assignment, timeZone }: { assignment: Assignment; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const moment = assignment.completedAt ?? assignment.startedAt
  const reminded = assignment.status === 'pending' ? recentReminder(assignment) : null
  const reminder = reminded === null ? null : <Reminded at={reminded} timeZone={timeZone} />
  const erasure = <TestErasure test={assignment} timeZone={timeZone} />
  if (moment === null)
    return (
      <span className="stack nowrap">
        {reminder ?? <span className="muted nowrap">–</span>}
        {erasure}
      </span>
    )
  const ago = daysBetween(todayIn(timeZone, new Date(moment)), todayIn(timeZone))
  const time = formatTime(moment, i18n.language, timeZone)
  const when =
    ago === 0
      ? t('assignments:event.today', { time })
      : ago === 1
        ? t('assignments:event.yesterday', { time })
        : formatDate(moment, i18n.language, timeZone)
  return (
    <span className="stack nowrap">
      <span className="muted nowrap">{when}</span>
      <span className="meta">
        {assignment.completedAt ? t('assignments:event.completed') : t('assignments:event.started')}
      </span>
      {erasure}
      {reminder}
    </span>
  )
}
