import { IconClock, IconLink, IconMail, IconMailForward } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import {
  magicLinkForAdmin,
  resendInvitations,
  resendVerification,
  type UserDetails,
} from '#contract/users.ts'
import { useAuth } from '../../../app/auth.ts'
import { useAction } from '../../../app/useAction.ts'
import { LinkBox } from '../../../ui/button/LinkBox.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { scrollInto } from '../../../ui/scrollInto.ts'
import { ActionButton } from './ActionButton.tsx'
import { ResetSecondFactor } from './ResetSecondFactor.tsx'
import { useMyReach } from './useMyReach.ts'
import classes from './users.module.css'

/** The ways back in. None for an account that is closed: it has to be opened first. */
export function HelpActions({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const id = useId()
  const { myId } = useMyReach()
  if (user.id === myId) return null
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{t('users:help.ways')}</h3>
      {user.status === 'deactivated' ? (
        <p className="muted">{t('users:help.closed')}</p>
      ) : user.email === '' ? (
        <p className="muted">{t('users:help.noAddress')}</p>
      ) : (
        <>
          {user.emailVerified ? null : <Resend user={user} />}
          {user.memberships.length > 0 ? <Reinvite user={user} /> : null}
          <MakeLink user={user} />
        </>
      )}
      {user.secondFactor && user.status === 'active' ? <ResetSecondFactor user={user} /> : null}
    </section>
  )
}

function Resend({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const sending = useAction(resendVerification, { done: t('users:verification.sent') })
  return (
    <ActionButton
      icon={IconMailForward}
      hint={t('users:verification.hint', { email: user.email })}
      busy={sending.isPending}
      onClick={() => sending.mutate({ params: { userId: user.id } })}
    >
      {t('users:verification.send')}
    </ActionButton>
  )
}

function Reinvite({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const sending = useAction(resendInvitations, { done: t('users:invitation.sent') })
  return (
    <ActionButton
      icon={IconMail}
      hint={t('users:invitation.hint', { email: user.email })}
      busy={sending.isPending}
      onClick={() => sending.mutate({ params: { userId: user.id } })}
    >
      {t('users:invitation.send')}
    </ActionButton>
  )
}

function MakeLink({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const making = useAction(magicLinkForAdmin, {
    done: t('users:link.done'),
    failed: t('users:link.failed'),
    inline: true,
  })
  return (
    <>
      <ActionButton
        icon={IconLink}
        hint={t('users:link.hint', { name: user.name })}
        busy={making.isPending}
        onClick={() => making.mutate({ body: { email: user.email } })}
      >
        {making.data ? t('users:link.again') : t('users:link.make')}
      </ActionButton>
      <Failure of={making} />
      {making.data ? <MadeLink key={making.data.link} {...making.data} /> : null}
    </>
  )
}

/** A sign-in link to be handed over: in view, to be copied, with its end. */
function MadeLink({ link, expiresAt }: { link: string; expiresAt: string }) {
  const { t, i18n } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  return (
    <div className={`stack gap-8 ${classes.link}`} ref={scrollInto}>
      <LinkBox url={link} copy={t('users:link.copy')} copied={t('users:link.copied')} />
      <p className="row gap-6 meta">
        <IconClock size={16} stroke={1.75} aria-hidden />
        {t('users:link.until', { time: formatDateTime(lastMoment(expiresAt), i18n.language, timeZone) })}
      </p>
    </div>
  )
}
