import { IconLink, IconMail, IconMailForward } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  magicLinkForAdmin,
  resendInvitations,
  resendVerification,
  type UserDetails,
} from '#contract/users.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ActionButton } from './ActionButton.tsx'
import { MadeLink } from './MadeLink.tsx'
import { ResetSecondFactor } from './ResetSecondFactor.tsx'
import { useMyReach } from './useMyReach.ts'
import classes from './users.module.css'
import { useUserAction } from './useUsers.ts'

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
  const sending = useUserAction(() => api(resendVerification, { params: { userId: user.id } }))
  const send = () =>
    sending.mutate(undefined, {
      onSuccess: () => toast.success(t('users:verification.sent')),
      onError: (error) => toast.error(errorMessage(error)),
    })
  return (
    <ActionButton
      icon={IconMailForward}
      hint={t('users:verification.hint', { email: user.email })}
      busy={sending.isPending}
      onClick={send}
    >
      {t('users:verification.send')}
    </ActionButton>
  )
}

function Reinvite({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const sending = useUserAction(() => api(resendInvitations, { params: { userId: user.id } }))
  const send = () =>
    sending.mutate(undefined, {
      onSuccess: () => toast.success(t('users:invitation.sent')),
      onError: (error) => toast.error(errorMessage(error)),
    })
  return (
    <ActionButton
      icon={IconMail}
      hint={t('users:invitation.hint', { email: user.email })}
      busy={sending.isPending}
      onClick={send}
    >
      {t('users:invitation.send')}
    </ActionButton>
  )
}

function MakeLink({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const making = useUserAction(() => api(magicLinkForAdmin, { body: { email: user.email } }))
  const make = () => making.mutate(undefined, { onSuccess: () => toast.success(t('users:link.done')) })
  return (
    <>
      <ActionButton
        icon={IconLink}
        hint={t('users:link.hint', { name: user.name })}
        busy={making.isPending}
        onClick={make}
      >
        {making.data ? t('users:link.again') : t('users:link.make')}
      </ActionButton>
      {making.isError ? (
        <Alert type="danger" duration={0} title={t('users:link.failed')}>
          {errorMessage(making.error)}
        </Alert>
      ) : null}
      {making.data ? <MadeLink key={making.data.link} {...making.data} /> : null}
    </>
  )
}
