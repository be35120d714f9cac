import { IconLifebuoy, IconUserMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import type { Person } from '#contract/people.ts'
import { selectClient } from '../../app/clientSelection.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button/Button.tsx'
import type { Column } from '../../ui/table/tableTypes.ts'
import { PersonCell } from '../../ui/text/PersonCell.tsx'
import { ErasedSoon } from '../memberships/ErasedSoon.tsx'
import classes from './clients.module.css'

export type PeopleKind = 'managers' | 'candidates' | 'employees'

interface AssignmentActions {
  onHelp: (person: Person) => void
  onRemove: (person: Person) => void
}

export function usePeopleColumns(
  client: Client,
  kind: PeopleKind,
  { onHelp, onRemove }: AssignmentActions,
): Column<Person>[] {
  const { t, i18n } = useTranslation()
  const column = (key: string) => ({
    key,
    header: t(`clients:people.${key}`),
    name: t(`clients:people.${key}`),
  })
  const tests: Column<Person>[] = [
    {
      ...column('group'),
      ordering: 'group',
      cell: ({ group }) => <span dir="auto">{group || '–'}</span>,
    },
    ...(['pending', 'completed'] as const).map((status) => ({
      ...column(status),
      align: 'end' as const,
      skeleton: 24,
      cell: (person: Person) => <Count client={client} person={person} status={status} />,
    })),
  ]
  return [
    {
      ...column('person'),
      ordering: 'name',
      skeleton: 168,
      cell: (person) => <PersonCell {...person} />,
    },
    ...(kind === 'managers' ? [] : tests),
    {
      ...column('joined'),
      ordering: 'joinedAt',
      skeleton: 72,
      cell: ({ joinedAt, keptUntil }) => (
        <>
          <div className="muted">{formatDate(joinedAt, i18n.language, client.timeZone)}</div>
          <ErasedSoon day={keptUntil} timeZone={client.timeZone} />
        </>
      ),
    },
    {
      key: 'actions',
      header: <span className="sr">{t('clients:people.actions')}</span>,
      align: 'end',
      width: 232,
      skeleton: 72,
      cell: (person) => (
        <span className={`justify-end wraps gap-4 ${classes.actions}`}>
          <Button
            size="xs"
            variant="plain"
            icon={<IconLifebuoy aria-hidden />}
            aria-label={t('clients:people.help', { name: person.name || person.email })}
            onClick={() => onHelp(person)}
          >
            {t('clients:people.helpAction')}
          </Button>
          <Button
            size="xs"
            variant="plain"
            icon={<IconUserMinus aria-hidden />}
            aria-label={t('clients:remove.of', { name: person.name || person.email })}
            onClick={() => onRemove(person)}
          >
            {t('clients:remove.action')}
          </Button>
        </span>
      ),
    },
  ]
}

interface CountProps {
  client: Client
  person: Person
  status: 'pending' | 'completed'
}

/** A number that leads to the assignments it counts; that list works on the client of the header. */
function Count({ client, person, status }: CountProps) {
  const { t, i18n } = useTranslation()
  const count = person.assignments[status]
  if (count === 0) return <span className="muted">0</span>
  return (
    <Link
      className="link"
      to={`${paths.assignments}?user=${person.userId}&status=${status}`}
      onClick={() => selectClient({ value: client.id, label: client.name })}
      aria-label={t(`clients:count.${status}`, { count, name: person.name })}
    >
      {formatNumber(count, i18n.language)}
    </Link>
  )
}
