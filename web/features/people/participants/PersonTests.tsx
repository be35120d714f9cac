import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Assignment } from '#contract/assignments.ts'
import { formatDate, formatDay, formatNumber } from '#contract/format.ts'
import { errorMessage } from '../../../app/apiError.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { comparePath, paths, reportPath } from '../../../app/paths.ts'
import { FullAccess, useSeesAll } from '../../../app/reader.tsx'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { AccessMarks } from '../../assignments/access-rules/AccessMarks.tsx'
import { TestDayMark } from '../../assignments/access-rules/TestDayMark.tsx'
import { AccommodationMarks } from '../../assignments/accommodations/AccommodationMarks.tsx'
import { LateAnswers } from '../../assignments/actions/LateAnswers.tsx'
import { AssignmentStatusWord } from '../../assignments/status.tsx'
import { TestErasure } from '../../memberships/ErasedSoon.tsx'
import classes from './person.module.css'
import type { PersonDetails } from './personDetails.ts'
import { TestActions } from './TestActions.tsx'
import { shownTests, usePersonTests } from './usePersonTests.ts'

interface PersonTestsProps {
  client: SelectedClient
  person: PersonDetails
}

/** The person's tests, newest first. */
export function PersonTests({ client, person }: PersonTestsProps) {
  const { t, i18n } = useTranslation()
  const list = usePersonTests(client.value, person.userId)
  const count = list.data?.count ?? 0
  return (
    <div className="stack one-column gap-8">
      {list.isError && list.data === undefined ? <p role="alert">{errorMessage(list.error)}</p> : null}
      {list.data?.count === 0 ? <p className="muted">{t('person:tests.none')}</p> : null}
      <ul className={`stack one-column ${classes.rows}`} aria-busy={list.data === undefined}>
        {list.data?.results.map((assignment) => (
          <li className="stack one-column gap-4 ruled-bottom" key={assignment.id}>
            <Test client={client} person={person} assignment={assignment} />
          </li>
        ))}
      </ul>
      {count > shownTests ? (
        <Link className="link" to={`${paths.assignments}?user=${person.userId}`}>
          {t('person:tests.all', { count, number: formatNumber(count, i18n.language) })}
        </Link>
      ) : null}
      {list.data?.results.some(mayLackAnswers) ? (
        <FullAccess>
          <Link className="link" to={paths.rescue}>
            {t('person:tests.rescue')}
          </Link>
        </FullAccess>
      ) : null}
    </div>
  )
}

/** True if a device may still have answers that could be imported. */
const mayLackAnswers = ({ startedAt, status }: Assignment) => startedAt !== null && status !== 'cancelled'

function Test({ client, person, assignment }: PersonTestsProps & { assignment: Assignment }) {
  const { t, i18n } = useTranslation()
  const timeZone = useClientTimeZone(client.value)
  const seesAll = useSeesAll()
  const [address] = useSearchParams()
  const { inventory, createdAt, completedAt, dueDate, reportable, shareable, report } = assignment
  const when = [
    t('person:tests.given', { day: formatDate(createdAt, i18n.language, timeZone) }),
    completedAt === null
      ? dueDate && t('person:tests.due', { day: formatDay(dueDate, i18n.language) })
      : t('person:tests.completed', { day: formatDate(completedAt, i18n.language, timeZone) }),
  ]
  return (
    <>
      <div className={`flex split align-baseline gap-12 ${classes.test}`}>
        <b className="min-0 medium breakable">{inventory.name}</b>
        <AssignmentStatusWord assignment={assignment} />
      </div>
      <span className="meta">{when.filter(Boolean).join(' · ')}</span>
      <ResultLine report={report} />
      <TestDayMark assignment={assignment} />
      <AccessMarks assignment={assignment} timeZone={timeZone} />
      <AccommodationMarks assignment={assignment} />
      <LateAnswers assignment={assignment} />
      <TestErasure test={assignment} timeZone={timeZone} />
      <div className="row wraps gap-8">
        {reportable ? (
          <Button
            size="xs"
            variant="twoTone"
            component={Link}
            to={reportPath(assignment.id, address.get('profile') ?? '')}
            aria-label={t('person:tests.reportOf', { test: inventory.name })}
          >
            {t('person:tests.report')}
          </Button>
        ) : null}
        {shareable && seesAll ? (
          <Button
            size="xs"
            component={Link}
            to={comparePath([assignment.id])}
            aria-label={t('person:tests.compareOf', { test: inventory.name })}
          >
            {t('person:tests.compare')}
          </Button>
        ) : null}
        <FullAccess>
          <TestActions clientId={client.value} person={person} assignment={assignment} />
        </FullAccess>
      </div>
    </>
  )
}

/** A result in one line, for readers who may open its report; of sensitive tests nothing but that they are completed. */
function ResultLine({ report }: Pick<Assignment, 'report'>) {
  const { t, i18n } = useTranslation()
  if (report === null) return null
  const { level, score, quality } = report
  const number = (value: number) => formatNumber(value, i18n.language)
  const facts = [
    level === null ? '' : t('person:tests.level', { level }),
    score === null ? '' : t('person:tests.score', { value: number(score.value), max: number(score.max) }),
    quality === null ? '' : t(`person:tests.quality.${quality}`),
  ].filter(Boolean)
  return facts.length === 0 ? null : <span>{facts.join(' · ')}</span>
}
