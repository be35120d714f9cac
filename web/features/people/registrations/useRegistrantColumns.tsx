import { IconBan, IconCircleCheck, IconCircleDashed, IconMailCheck, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import type { Registrant } from '#contract/registrations.ts'
import { personPath } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { Moment } from '../../../ui/text/Moment.tsx'
import { PersonCell } from '../../../ui/text/PersonCell.tsx'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from './registrations.module.css'

interface Actions {
  busy: boolean
  onAccept: (id: string) => void
  onRefuse: (id: string) => void
}

const looks = {
  waiting: { tone: 'waiting', icon: IconCircleDashed },
  accepted: { tone: 'done', icon: IconCircleCheck },
  refused: { tone: 'cancelled', icon: IconBan },
} as const

export function useRegistrantColumns(timeZone: string, actions: Actions): Column<Registrant>[] {
  const { t, i18n } = useTranslation()
  const column = (key: string) => ({ key, header: t(`registrations:column.${key}`) })
  return [
    { ...column('person'), ordering: 'name', skeleton: 168, cell: (row) => <PersonCell {...row} /> },
    {
      ...column('contact'),
      skeleton: 96,
      cell: ({ email }) =>
        email ? (
          <StatusWord tone="done" icon={IconMailCheck}>
            {t('registrations:verified')}
          </StatusWord>
        ) : (
          <StatusWord tone="waiting" icon={IconPhone}>
            {t('registrations:notVerified')}
          </StatusWord>
        ),
    },
    {
      ...column('createdAt'),
      ordering: 'createdAt',
      cell: ({ createdAt, repeats, repeatedAt }) => (
        <span className="stack min-0 gap-2">
          <Moment iso={createdAt} locale={i18n.language} timeZone={timeZone} />
          {repeatedAt !== null && (
            <span className="meta">
              {t('registrations:repeated', {
                count: repeats,
                number: formatNumber(repeats, i18n.language),
                at: formatDateTime(repeatedAt, i18n.language, timeZone),
              })}
            </span>
          )}
        </span>
      ),
    },
    {
      ...column('state'),
      skeleton: 80,
      cell: ({ state, phone, decidedBy, knownAs }) => (
        <span className="stack min-0 gap-2">
          <StatusWord {...looks[state]}>{t(`registrations:registrant.${state}`)}</StatusWord>
          {knownAs !== null && (
            <span className="meta">
              {t(`registrations:knownAs.${state === 'waiting' && phone !== '' ? 'phone' : 'name'}`, {
                name: knownAs,
              })}
            </span>
          )}
          {decidedBy !== '' && (
            <span className="meta" dir="auto">
              {decidedBy}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'actions',
      header: <span className="sr">{t('registrations:column.actions')}</span>,
      align: 'end',
      skeleton: 96,
      wide: true,
      cell: (row) => <RowActions row={row} {...actions} />,
    },
  ]
}

function RowActions({ row, busy, onAccept, onRefuse }: Actions & { row: Registrant }) {
  const { t } = useTranslation()
  const { id, name, state, membershipId } = row
  if (state === 'waiting')
    return (
      <span className={`justify-end gap-8 ${classes.row}`}>
        <Button
          size="xs"
          variant="twoTone"
          disabled={busy}
          aria-label={t('registrations:accept.of', { name })}
          onClick={() => onAccept(id)}
        >
          {t('registrations:accept.action')}
        </Button>
        <Button
          size="xs"
          danger
          disabled={busy}
          aria-label={t('registrations:refuse.of', { name })}
          onClick={() => onRefuse(id)}
        >
          {t('registrations:refuse.action')}
        </Button>
      </span>
    )
  if (membershipId === null) return null
  return (
    <Button
      size="xs"
      variant="twoTone"
      component={Link}
      to={personPath(membershipId)}
      aria-label={t('registrations:openOf', { name })}
    >
      {t('registrations:openPerson')}
    </Button>
  )
}
