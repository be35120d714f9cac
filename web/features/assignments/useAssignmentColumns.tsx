import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ScoredAssignment } from '#contract/assignments.ts'
import { reportPath } from '../../app/paths.ts'
import { Button } from '../../ui/button/Button.tsx'
import type { Column } from '../../ui/table/tableTypes.ts'
import { PersonCell } from '../../ui/text/PersonCell.tsx'
import { AccessMarks } from './access-rules/AccessMarks.tsx'
import { TestDayMark } from './access-rules/TestDayMark.tsx'
import { AccommodationMarks } from './accommodations/AccommodationMarks.tsx'
import { LateAnswers } from './actions/LateAnswers.tsx'
import { RowMenu } from './actions/RowMenu.tsx'
import type { AssignmentActions } from './actions/useAssignmentActions.ts'
import classes from './cells.module.css'
import { DueCell, LastEventCell, ProgressCell } from './cells.tsx'
import { AssignmentStatusWord } from './status.tsx'

interface Listed {
  scores: readonly Column<ScoredAssignment>[]
  /** The list has one test, which is named above it. */
  ofOneTest: boolean
  /** The job profile that results are looked at with. */
  profile: string
}

export function useAssignmentColumns(
  timeZone: string,
  actions: AssignmentActions,
  { scores, ofOneTest, profile }: Listed = { scores: [], ofOneTest: false, profile: '' },
): Column<ScoredAssignment>[] {
  const { t } = useTranslation()
  const progress: Column<ScoredAssignment> = {
    key: 'progress',
    header: t('assignments:column.progress'),
    name: t('assignments:column.progress'),
    skeleton: 96,
    cell: (assignment) => <ProgressCell assignment={assignment} />,
  }
  const test: Column<ScoredAssignment> = {
    key: 'test',
    header: t('assignments:column.test'),
    name: t('assignments:column.test'),
    skeleton: 120,
    cell: (assignment) => (
      <span className={`block ${classes.test}`}>
        {assignment.inventory.name}
        <Marks assignment={assignment} timeZone={timeZone} />
      </span>
    ),
  }
  return [
    {
      key: 'person',
      header: t('assignments:column.person'),
      name: t('assignments:column.person'),
      ordering: 'name',
      skeleton: 168,
      cell: ({ user }) => <PersonCell {...user} />,
    },
    {
      key: 'group',
      header: t('assignments:column.group'),
      name: t('assignments:column.group'),
      cell: ({ user }) => <span dir="auto">{user.group || '–'}</span>,
    },
    ...(ofOneTest ? [] : [test]),
    {
      key: 'status',
      header: t('assignments:column.status'),
      name: t('assignments:column.status'),
      ordering: 'status',
      skeleton: 96,
      cell: (assignment) => (
        <span className="stack nowrap">
          <AssignmentStatusWord assignment={assignment} />
          <LateAnswers assignment={assignment} />
          {ofOneTest ? <Marks assignment={assignment} timeZone={timeZone} /> : null}
        </span>
      ),
    },
    ...scores,
    // People with scores have finished, so those columns take this one's place.
    ...(scores.length > 0 ? [] : [progress]),
    {
      key: 'due',
      header: t('assignments:column.due'),
      name: t('assignments:column.due'),
      ordering: 'dueDate',
      cell: (assignment) => <DueCell assignment={assignment} timeZone={timeZone} />,
    },
    {
      key: 'event',
      header: t('assignments:column.event'),
      name: t('assignments:column.event'),
      ordering: 'completedAt',
      cell: (assignment) => <LastEventCell assignment={assignment} timeZone={timeZone} />,
    },
    {
      key: 'report',
      header: <span className="sr">{t('assignments:column.action')}</span>,
      align: 'end',
      skeleton: 56,
      cell: (assignment) => (
        <span className="inline-row gap-4">
          {assignment.reportable ? (
            <Button
              size="xs"
              variant="twoTone"
              component={Link}
              to={reportPath(assignment.id, profile)}
              aria-label={t('assignments:reportOf', { name: assignment.user.name })}
            >
              {t('assignments:report')}
            </Button>
          ) : null}
          <RowMenu assignment={assignment} actions={actions} timeZone={timeZone} />
        </span>
      ),
    },
  ]
}

/** The things that distinguish this test from another one of the same kind. */
function Marks({ assignment, timeZone }: { assignment: ScoredAssignment; timeZone: string }) {
  return (
    <>
      <TestDayMark assignment={assignment} />
      <AccessMarks assignment={assignment} timeZone={timeZone} />
      <AccommodationMarks assignment={assignment} />
    </>
  )
}
