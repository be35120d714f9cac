import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listDecisions, type PastDecision } from '#contract/decisions.ts'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { api } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { DecisionWord } from '../../memberships/DecisionWord.tsx'
import classes from './person.module.css'
import type { PersonDetails } from './personDetails.ts'

interface DecisionCardProps {
  clientId: string
  person: PersonDetails
  timeZone: string
}

const shown = 20

/** The decisions about a person with their notes, the present one first. */
export function DecisionCard({ clientId, person, timeZone }: DecisionCardProps) {
  const { t, i18n } = useTranslation()
  const params = { clientId, membershipId: person.membershipId }
  const list = useQuery({
    queryKey: ['client', clientId, 'decisions', person.membershipId],
    queryFn: ({ signal }) => api(listDecisions, { params, query: { page_size: String(shown) }, signal }),
    staleTime: 0,
  })
  const more = (list.data?.count ?? 0) - shown
  return (
    <Card>
      <CardHeader title={t('participants:decision.label')} />
      <CardBody className="stack one-column gap-8">
        {list.isError && list.data === undefined ? <p role="alert">{errorMessage(list.error)}</p> : null}
        {list.data?.count === 0 ? <p className="muted">{t('person:decide.none')}</p> : null}
        <ul className={`stack one-column ${classes.rows}`} aria-busy={list.data === undefined}>
          {list.data?.results.map((one) => (
            <li className="stack one-column gap-4 breakable ruled-bottom" key={one.id}>
              <Past decision={one} timeZone={timeZone} />
            </li>
          ))}
        </ul>
        {more > 0 ? (
          <p className="meta">
            {t('person:decide.more', { count: more, number: formatNumber(more, i18n.language) })}
          </p>
        ) : null}
      </CardBody>
    </Card>
  )
}

function Past({
  decision: { decision, note, at, by },
  timeZone,
}: {
  decision: PastDecision
  timeZone: string
}) {
  const { i18n } = useTranslation()
  return (
    <>
      <DecisionWord decision={decision} />
      {note === '' ? null : (
        <p className={classes.note} dir="auto">
          {note}
        </p>
      )}
      <span className="meta">
        <bdi>{by}</bdi> · {formatDateTime(at, i18n.language, timeZone)}
      </span>
    </>
  )
}
