import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatDateTime } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { endSession, endSessions, listSessions } from '#contract/sessions.ts'
import { api } from '../../../app/api.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { useLocaleSettings } from '../../../app/localeSettings.ts'
import { paths } from '../../../app/paths.ts'
import { leave } from '../../../app/session.ts'
import { useSequence } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Card, CardHeader } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Pill } from '../../../ui/text/Pill.tsx'
import classes from './account.module.css'
import type { PanelProps } from './panel.ts'

type Opened = AnswerOf<typeof listSessions>[number]

const onPhone = ({ device }: Opened) => ['Android', 'iPhone', 'iPad'].includes(device.system)

/** The places where the person is signed in, and buttons to sign out of one device or all. */
export function SessionsTab({ user }: PanelProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()

  const [ending, setEnding] = useState<Opened | 'all'>()
  const key = ['account', user.id, 'sessions']
  const sessions = useQuery({ queryKey: key, queryFn: ({ signal }) => api(listSessions, { signal }) })
  const count = sessions.data?.length ?? 0
  const name = ({ device }: Opened) =>
    [device.browser, device.system].filter((part) => part !== '').join(', ') || t('account:sessions.unknown')

  const end = useSequence(
    endSession,
    async (which: Opened | 'all') => {
      if (which === 'all') await api(endSessions, {})
      else await api(endSession, { params: { sessionId: which.id } })
      if (which !== 'all' && !which.current) return
      await leave()
      await navigate(paths.signIn)
    },
    {
      done: (_, which) =>
        which === 'all' || which.current ? undefined : t('account:sessions.ended', { device: name(which) }),
    },
  )

  const one = ending === undefined || ending === 'all' ? undefined : ending
  return (
    <Card>
      <CardHeader
        title={t('account:sessions.title')}
        actions={
          count > 1 ? (
            <Button size="sm" onClick={() => setEnding('all')}>
              {t('account:sessions.endAll')}
            </Button>
          ) : null
        }
      />
      {sessions.error && !sessions.data ? (
        <LoadFailure of={sessions} title={t('account:sessions.failed')} />
      ) : (
        <ul className={classes.sessions} aria-busy={sessions.isPending}>
          {(sessions.data ?? []).map((session) => (
            <Session
              key={session.id}
              session={session}
              name={name(session)}
              timeZone={user.timeZone}
              onEnd={() => setEnding(session)}
            />
          ))}
          {sessions.isPending ? (
            <li className={`row gap-16 ruled-top ${classes.session}`} aria-hidden>
              <span className="block tinted rounded" style={{ width: '60%', height: 20 }} />
            </li>
          ) : null}
        </ul>
      )}
      <ConfirmDialog
        opened={ending !== undefined}
        title={
          one
            ? t('account:sessions.endOneTitle', { device: name(one) })
            : t('account:sessions.endAllTitle', { count })
        }
        consequence={
          one && !one.current ? t('account:sessions.endOneText') : t('account:sessions.endHereText')
        }
        confirmLabel={one ? t('account:sessions.end') : t('account:sessions.endAll')}
        busy={end.isPending}
        onConfirm={() => ending && end.mutate(ending, { onSettled: () => setEnding(undefined) })}
        onClose={() => setEnding(undefined)}
      />
    </Card>
  )
}

interface SessionProps {
  session: Opened
  name: string
  timeZone: string
  onEnd: () => void
}

function Session({ session, name, timeZone, onEnd }: SessionProps) {
  const { t } = useTranslation()
  const locale = useLocaleSettings((state) => state.currentLang)
  const at = (moment: string) => formatDateTime(moment, locale, timeZone)
  const Icon = onPhone(session) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={`row gap-16 ruled-top ${classes.session}`}>
      <Icon className="rigid faint" size={24} stroke={1.75} aria-hidden />
      <div className={`min-0 grow ${classes.what}`}>
        <b className="row wraps medium">
          {name}
          {session.current ? <Pill tone="green">{t('account:sessions.current')}</Pill> : null}
        </b>
        <div className="meta">
          {t('account:sessions.seen', { at: at(session.seenAt) })}
          {' · '}
          {t('account:sessions.opened', { at: at(session.createdAt) })}
        </div>
      </div>
      <Button size="sm" aria-label={t('account:sessions.endOf', { device: name })} onClick={onEnd}>
        {t('account:sessions.end')}
      </Button>
    </li>
  )
}
