import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, formatNumber } from '#contract/format.ts'
import type { Person, ScoredPerson } from '#contract/people.ts'
import { paths, personPath, reportPath } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { PersonCell } from '../../../ui/text/PersonCell.tsx'
import { DecisionWord } from '../../memberships/DecisionWord.tsx'
import { ErasedSoon } from '../../memberships/ErasedSoon.tsx'
import classes from './person.module.css'

interface Listed {
  scores: readonly Column<ScoredPerson>[]
  /** The job profile that results are looked at with. */
  profile: string
}

/** The facts about each person; in a list of one test their scores take the place of most of it. */
export function usePeopleColumns(timeZone: string, { scores, profile }: Listed): Column<ScoredPerson>[] {
  const { t } = useTranslation()
  const facts = useFactColumns(timeZone)
  return [
    {
      key: 'person',
      header: t('participants:column.person'),
      name: t('participants:column.person'),
      ordering: 'name',
      skeleton: 168,
      cell: (person) => <PersonCell {...person} />,
    },
    {
      key: 'group',
      header: t('participants:column.group'),
      name: t('participants:column.group'),
      ordering: 'group',
      cell: ({ group }) => <span dir="auto">{group || '–'}</span>,
    },
    {
      key: 'decision',
      header: t('participants:decision.label'),
      name: t('participants:decision.label'),
      cell: ({ decision: { decision } }) =>
        decision === 'none' ? <span className="muted">–</span> : <DecisionWord decision={decision} />,
    },
    ...(scores.length > 0 ? scores : facts),
    {
      key: 'open',
      header: <span className="sr">{t('person:actions')}</span>,
      align: 'end',
      skeleton: 56,
      cell: (person) => (
        <span className={`inline-row gap-4 ${classes.rowActions}`}>
          {person.scoresOf ? (
            <Button
              size="xs"
              variant="twoTone"
              aria-label={t('assignments:reportOf', { name: person.name || person.email })}
              component={Link}
              to={reportPath(person.scoresOf, profile)}
            >
              {t('assignments:report')}
            </Button>
          ) : null}
          <Button
            size="xs"
            variant="twoTone"
            aria-label={t('person:openOf', { name: person.name || person.email })}
            component={Link}
            to={personPath(person.membershipId, profile)}
          >
            {t('person:open')}
          </Button>
        </span>
      ),
    },
  ]
}

/** Contact details of a person, when they joined, and how far their tests have come. */
function useFactColumns(timeZone: string): Column<ScoredPerson>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'phone',
      header: t('participants:column.phone'),
      name: t('participants:column.phone'),
      cell: ({ phone }) => <span dir="ltr">{phone || '–'}</span>,
    },
    {
      key: 'staffNumber',
      header: t('common:staffNumber'),
      name: t('common:staffNumber'),
      cell: ({ staffNumber }) => <bdi>{staffNumber || '–'}</bdi>,
    },
    {
      key: 'joined',
      header: t('participants:column.joined'),
      name: t('participants:column.joined'),
      ordering: 'joinedAt',
      cell: ({ joinedAt, keptUntil }) => (
        <>
          <div className="muted">{formatDate(joinedAt, i18n.language, timeZone)}</div>
          <ErasedSoon day={keptUntil} timeZone={timeZone} />
        </>
      ),
    },
    {
      key: 'pending',
      header: t('participants:column.pending'),
      name: t('participants:column.pending'),
      align: 'end',
      skeleton: 24,
      cell: (person) => <Count person={person} status="pending" />,
    },
    {
      key: 'completed',
      header: t('participants:column.completed'),
      name: t('participants:column.completed'),
      align: 'end',
      skeleton: 24,
      cell: (person) => <Count person={person} status="completed" />,
    },
  ]
}

/** A number that leads to the assignments it counts. */
function Count({ person, status }: { person: Person; status: 'pending' | 'completed' }) {
  const { t, i18n } = useTranslation()
  const count = person.assignments[status]
  if (count === 0) return <span className="muted">0</span>
  return (
    <Link
      className="link"
      to={`${paths.assignments}?user=${person.userId}&status=${status}`}
      aria-label={t(`participants:count.${status}`, { count, name: person.name })}
    >
      {formatNumber(count, i18n.language)}
    </Link>
  )
}
