import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Assignment } from '#contract/assignments.ts'
import { formatDay, formatNumber } from '#contract/format.ts'
import { daysBetween } from '../../../app/days.ts'
import { listPath } from '../../../app/paths.ts'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { Remind } from '../../assignments/actions/Remind.tsx'
import classes from './Waiting.module.css'

/** Somebody who has not finished, with their tests: one reminder is about all of them. */
export function Waiting({ tests, today }: { tests: readonly Assignment[]; today: string }) {
  return (
    <li className={`ruled-top ${classes.person}`}>
      {tests.map((assignment, at) => (
        <Test key={assignment.id} assignment={assignment} today={today} tests={at === 0 ? tests : null} />
      ))}
    </li>
  )
}

interface TestProps {
  assignment: Assignment
  today: string
  /** All tests of the person, on the first of them: it bears the name and the button. */
  tests: readonly Assignment[] | null
}

/** The progress of a test, and its due date. */
function Test({ assignment, today, tests }: TestProps) {
  const { t, i18n } = useTranslation()
  const { user, inventory, progress, startedAt, dueDate } = assignment
  const number = (value: number) => formatNumber(value, i18n.language)
  const figures = { answered: number(progress.answered), total: number(progress.total) }
  return (
    <div className={`stack align-center gap-12 ${classes.row}`} data-more={tests === null || undefined}>
      {tests === null ? (
        <span className="sr">{user.name}</span>
      ) : (
        <Link className={`row min-0 gap-12 touch-height ${classes.who}`} to={listPath({ user: user.id })}>
          <Avatar name={user.name} />
          <span>
            <b className="medium" dir="auto">
              {user.name}
            </b>
            {user.group ? (
              <span className="meta" dir="auto">
                {user.group}
              </span>
            ) : null}
          </span>
        </Link>
      )}
      <span className={classes.test} title={inventory.name}>
        <Tag>{inventory.code}</Tag>
      </span>
      <span className={`stack gap-6 muted num ${classes.progress}`}>
        {startedAt === null ? (
          <span className="meta">{t('dashboard:unfinished.notStarted')}</span>
        ) : (
          <bdi dir="ltr">
            {figures.answered} / {figures.total}
          </bdi>
        )}
        <ProgressBar
          value={progress.answered}
          max={progress.total}
          label={t('assignments:progress', figures)}
        />
      </span>
      <Due day={dueDate} today={today} />
      {tests === null ? null : (
        <span className={`text-end ${classes.action}`}>
          <Remind tests={[assignment, ...tests.filter((test) => test !== assignment)]} />
        </span>
      )}
    </div>
  )
}

function Due({ day, today }: { day: string | null; today: string }) {
  const { t, i18n } = useTranslation()
  if (day === null) return <span className={`${classes.due} muted`}>–</span>
  const left = daysBetween(today, day)
  if (left < 0 || left > 1) return <span className={classes.due}>{formatDay(day, i18n.language)}</span>
  return (
    <span className={classes.due} data-hot>
      <IconClock size={16} stroke={1.75} aria-hidden />
      {left === 0 ? t('assignments:due.today') : t('assignments:due.tomorrow')}
    </span>
  )
}
