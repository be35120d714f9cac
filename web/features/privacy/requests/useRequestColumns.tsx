import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '#contract/clock.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import type { PersonRequest } from '#contract/requests.ts'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'

const dayMs = 86_400_000

/** The days left until the deadline, by the client's calendar as the date beside it; negative once it is over. */
export function daysLeft(dueAt: string, timeZone: string, now = new Date()): number {
  const dayOf = (moment: string) => Date.parse(dayIn(moment, timeZone)) / dayMs
  return dayOf(dueAt) - dayOf(now.toISOString())
}

export function useRequestColumns({ withClient }: { withClient: boolean }): Column<PersonRequest>[] {
  const { t, i18n } = useTranslation()
  const column = (key: string) => ({ key, header: t(`requests:column.${key}`) })
  const left = ({ dueAt, client }: PersonRequest) => {
    const days = daysLeft(dueAt, client.timeZone)
    const figures = { count: Math.abs(days), number: formatNumber(Math.abs(days), i18n.language) }
    if (days < 0) return t('requests:due.over', figures)
    return days === 0 ? t('requests:due.today') : t('requests:due.left', figures)
  }
  return [
    {
      ...column('person'),
      opens: true,
      skeleton: 144,
      cell: ({ person }) => <span dir="auto">{person.name}</span>,
    },
    {
      ...column('kind'),
      skeleton: 144,
      cell: ({ kind, channel }) => (
        <>
          {t(`requests:kind.${kind}`)}
          {channel !== 'page' && <span className="meta"> · {t(`requests:channel.${channel}`)}</span>}
        </>
      ),
    },
    ...(withClient
      ? [
          {
            ...column('client'),
            skeleton: 120,
            cell: ({ client }: PersonRequest) => <span dir="auto">{client.name}</span>,
          },
        ]
      : []),
    {
      ...column('due'),
      ordering: 'dueAt',
      skeleton: 88,
      cell: (request) => (
        <>
          {formatDate(request.dueAt, i18n.language, request.client.timeZone)}
          {request.decision === null && <span className="meta"> {left(request)}</span>}
        </>
      ),
    },
    { ...column('state'), skeleton: 72, cell: (request) => <RequestState of={request} /> },
  ]
}

/** The state of a request: open, overdue or its decision. */
export function RequestState({ of: { decision, dueAt, client } }: { of: PersonRequest }) {
  const { t } = useTranslation()
  if (decision === null && daysLeft(dueAt, client.timeZone) < 0)
    return (
      <StatusWord tone="bad" icon={IconAlertTriangle}>
        {t('requests:state.overdue')}
      </StatusWord>
    )
  if (decision === null)
    return (
      <StatusWord tone="waiting" icon={IconClock}>
        {t('requests:state.open')}
      </StatusWord>
    )
  return (
    <StatusWord
      tone={decision === 'accepted' ? 'done' : 'cancelled'}
      icon={decision === 'accepted' ? IconCircleCheck : IconCircleX}
    >
      {t(`requests:decision.${decision}`)}
    </StatusWord>
  )
}
