import { IconCalendarEvent } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Assignment } from '#contract/assignments.ts'
import { formatDay } from '#contract/format.ts'
import { testDayPath } from '../../../app/paths.ts'
import { useReader } from '../../../app/reader.tsx'
import classes from './access.module.css'

/** The test day that an assignment belongs to; nothing where there is none. */
export function TestDayMark({ assignment: { testDay } }: { assignment: Pick<Assignment, 'testDay'> }) {
  const { t, i18n } = useTranslation()
  const reads = useReader() !== undefined
  if (testDay === null) return null
  const { id, place, day } = testDay
  const label = t('access:mark.testDay', { place, day: formatDay(day, i18n.language) })
  return (
    <span className={`flex align-start gap-4 text-13 ${classes.testDay}`}>
      <IconCalendarEvent size={16} stroke={1.75} aria-hidden />
      {reads ? (
        <span dir="auto" title={label}>
          {place}
        </span>
      ) : (
        <Link className="link" to={testDayPath(id)} dir="auto" aria-label={label} title={label}>
          {place}
        </Link>
      )}
    </span>
  )
}
