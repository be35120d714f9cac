import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { CompareTestView, PersonMark, TakenView } from '#report/compare.ts'
import { useSelectedClient } from '../../../app/clientSelection.ts'
import { reportPath } from '../../../app/paths.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { FitLine } from '../../assignments/job-profiles/JobFitCard.tsx'
import { Legend } from '../reports/Legend.tsx'
import classes from './compare.module.css'

/** The letter that stands for a person in drawings and tables. */
export function Badge({ person }: { person: Pick<PersonMark, 'letter'> }) {
  return <span className={`rigid text-12 bold ${classes.badge}`}>{person.letter}</span>
}

interface ConditionsProps {
  test: CompareTestView
  onRemove: ((person: PersonMark) => void) | undefined
}

/** A card for each person, with the response quality and the conditions of their test. */
export function Conditions({ test, onRemove }: ConditionsProps) {
  return (
    <>
      <ul className={`stack gap-12 ${classes.people}`}>
        {test.taken.map((taken) => (
          <Taken key={taken.assignmentId} taken={taken} test={test.title} onRemove={onRemove} />
        ))}
      </ul>
      {test.conditions === null ? null : (
        <p className="inline-row align-start gap-8 ink-amber">
          <IconAlertTriangle className="rigid" size={20} stroke={1.75} aria-hidden />
          <span className="pretty">{test.conditions}</span>
        </p>
      )}
    </>
  )
}

interface TakenProps extends Pick<ConditionsProps, 'onRemove'> {
  taken: TakenView
  test: string
}

function Taken({ taken: { person, assignmentId, facts }, test, onRemove }: TakenProps) {
  const { t } = useTranslation('compare')
  const client = useSelectedClient()
  const [address] = useSearchParams()
  const profile = address.get('profile') ?? ''
  return (
    <li className={`stack one-column gap-8 edged rounded ${classes.person}`}>
      <div className="flex align-start gap-8">
        <Badge person={person} />
        <div className="min-0 grow">
          <Link
            className="link medium breakable"
            to={reportPath(assignmentId, profile)}
            aria-label={t('compare:reportOf', { name: person.name, test })}
          >
            {person.name}
          </Link>
          {person.group === '' ? null : <div className="text-13 muted breakable">{person.group}</div>}
        </div>
        {onRemove ? (
          <span className="no-print">
            <IconButton
              size="sm"
              label={t('compare:removeOf', { name: person.name })}
              onClick={() => onRemove(person)}
            >
              <IconX aria-hidden />
            </IconButton>
          </span>
        ) : null}
      </div>
      {client && profile !== '' ? (
        <div className="no-print">
          <FitLine clientId={client.value} assignmentId={assignmentId} profile={profile} />
        </div>
      ) : null}
      <dl className={classes.facts}>
        {facts.map(({ key, label, value, unusual }) => (
          <div key={key}>
            <dt className="text-12 muted">{label}</dt>
            <dd className={`text-13 num breakable ${unusual ? 'semibold' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** The meaning of the marks, and of those that a report has too. */
export function Marks({ test: { marks, legend } }: { test: CompareTestView }) {
  return (
    <div className={`cluster ${classes.marks}`}>
      <ul className={`cluster text-13 muted ${classes.marks}`}>
        {marks.map(({ key, text }) => (
          <li key={key} className="inline-row gap-6">
            <i data-mark={key} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      <Legend items={legend} />
    </div>
  )
}
