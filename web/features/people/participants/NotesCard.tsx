import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { listPersonNotes } from '#contract/person-notes.ts'
import { api } from '../../../app/api.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from './person.module.css'

interface NotesCardProps {
  of: { clientId: string; membershipId: string }
  timeZone: string
}

const shown = 20

/** The notes made while the person took their tests; nothing is shown where there is no note. */
export function NotesCard({ of, timeZone }: NotesCardProps) {
  const { t, i18n } = useTranslation()
  const list = useQuery({
    queryKey: ['client', of.clientId, 'notes', of.membershipId, i18n.language],
    queryFn: ({ signal }) =>
      api(listPersonNotes, { params: of, query: { page_size: String(shown) }, signal }),
    staleTime: 0,
  })
  if (list.data === undefined || list.data.count === 0) return null
  const more = list.data.count - shown
  return (
    <Card>
      <CardHeader title={t('person:notes.title')} />
      <CardBody className="stack one-column gap-8">
        <ul className={`stack one-column ${classes.rows}`}>
          {list.data.results.map(({ id, text, inventory, createdBy, createdAt }) => (
            <li className="stack one-column gap-4 breakable ruled-bottom" key={id}>
              <p className={classes.note} dir="auto">
                {text}
              </p>
              <span className="meta">
                {inventory.name} · <bdi>{createdBy}</bdi> ·{' '}
                {formatDateTime(createdAt, i18n.language, timeZone)}
              </span>
            </li>
          ))}
        </ul>
        {more > 0 ? (
          <p className="meta">
            {t('person:notes.more', { count: more, number: formatNumber(more, i18n.language) })}
          </p>
        ) : null}
      </CardBody>
    </Card>
  )
}
