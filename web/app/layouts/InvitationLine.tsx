import { IconAlertCircle, IconCircleCheck, IconLoader2, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { worksForClients } from '#contract/access.ts'
import { formatNumber } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { listInvitationJobs } from '#contract/people.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { LiveText } from '../../ui/text/LiveText.tsx'
import { api } from '../api.ts'
import { useAuth } from '../auth.ts'
import { useSelectedClient } from '../clientSelection.ts'
import { jobPath, paths } from '../paths.ts'
import { useMayChange } from '../reader.tsx'
import { noteSeen, useSeenInvitations } from '../seenInvitations.ts'
import classes from './InvitationLine.module.css'

type Job = AnswerOf<typeof listInvitationJobs>[number]

const askEveryMs = 1500
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** A long list of people that is being invited, on every page but the one that shows it; and its end, until it was seen. */
export function InvitationLine() {
  const job = useNotable()
  const { pathname } = useLocation()
  const shown = job && pathname !== paths.createAssignment ? job : undefined
  return (
    <>
      {shown && shown.finishedAt === null ? <UnderWay job={shown} /> : null}
      <div role="status">{shown?.finishedAt ? <Ended job={shown} /> : null}</div>
    </>
  )
}

/** The running job of the chosen client, by anybody; else the caller's newest one that ended unseen. */
function useNotable(): Job | undefined {
  const client = useSelectedClient()
  const user = useAuth((state) => state.user)
  const seen = useSeenInvitations()
  const mayChange = useMayChange()
  const { data } = useQuery({
    queryKey: ['client', client?.value, 'invitationJobs'],
    queryFn: ({ signal }) => api(listInvitationJobs, { params: { clientId: client?.value ?? '' }, signal }),
    enabled: client !== null && worksForClients(user) && !user.invitation && mayChange === true,
    refetchInterval: ({ state }) =>
      state.data?.some(({ finishedAt }) => finishedAt === null) ? askEveryMs : false,
  })
  return (
    data?.find(({ finishedAt }) => finishedAt === null) ??
    data?.find(({ id, createdBy }) => createdBy.id === user.id && !seen.includes(id))
  )
}

function UnderWay({ job: { id, done, total, createdBy } }: { job: Job }) {
  const { t, i18n } = useTranslation()
  const mine = useAuth(({ user }) => user.id === createdBy.id)
  const number = (value: number) => formatNumber(value, i18n.language)
  const figures = { name: createdBy.name, done: number(done), number: number(total) }
  return (
    <Line tone="none" picture={<IconLoader2 {...icon} />}>
      <span className="num">
        <LiveText>{t(mine ? 'shell:invitation.running' : 'shell:invitation.runningBy', figures)}</LiveText>
      </span>
      <Link className="link" to={jobPath(id)}>
        {t('shell:invitation.show')}
      </Link>
    </Line>
  )
}

function Ended({ job: { id, status, total, counts } }: { job: Job }) {
  const { t, i18n } = useTranslation()
  const words = (key: string, count: number) =>
    t(`shell:invitation.${key}`, { count, number: formatNumber(count, i18n.language) })
  const failed = status === 'failed'
  const { created, existing, failed: rest } = counts ?? { created: 0, existing: 0, failed: 0 }
  return (
    <Line
      tone={failed ? 'red' : 'green'}
      picture={failed ? <IconAlertCircle {...icon} /> : <IconCircleCheck {...icon} />}
      onClose={() => noteSeen(id)}
    >
      <span>
        {failed ? words('failed', total) : words('done', created + existing)}{' '}
        {rest > 0 ? words('rest', rest) : null}
      </span>
      <Link className="link" to={jobPath(id)} onClick={() => noteSeen(id)}>
        {t(failed ? 'shell:invitation.why' : 'shell:invitation.result')}
      </Link>
    </Line>
  )
}

interface LineProps {
  tone: 'none' | 'green' | 'red'
  picture: ReactNode
  children: ReactNode
  onClose?: () => void
}

function Line({ tone, picture, children, onClose }: LineProps) {
  const { t } = useTranslation()
  return (
    <div className={`row gap-10 edged-bottom ${classes.line}`} data-tone={tone}>
      {picture}
      <p className={`cluster min-0 grow ${classes.words}`}>{children}</p>
      {onClose ? (
        <IconButton size="xs" label={t('shell:invitation.close')} onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </IconButton>
      ) : null}
    </div>
  )
}
