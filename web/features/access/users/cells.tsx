import { IconBan, IconCircleCheck, IconMailQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ManagedUser } from '#contract/users.ts'
import { useAuth } from '../../../app/auth.ts'
import { Moment } from '../../../ui/text/Moment.tsx'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'

export function Roles({ authority }: Pick<ManagedUser, 'authority'>) {
  const { t } = useTranslation()
  if (authority.length === 0) return <span className="muted">–</span>
  return <span>{authority.map((role) => t(`users:role.${role}`)).join(', ')}</span>
}

/** Tells whether a person can sign in; an unconfirmed address is the commonest reason why not. */
export function AccountStatus({
  status,
  email,
  emailVerified,
}: Pick<ManagedUser, 'status' | 'email' | 'emailVerified'>) {
  const { t } = useTranslation()
  if (status === 'deactivated')
    return (
      <StatusWord tone="cancelled" icon={IconBan}>
        {t('users:status.deactivated')}
      </StatusWord>
    )
  if (email !== '' && !emailVerified)
    return (
      <StatusWord tone="waiting" icon={IconMailQuestion}>
        {t('users:status.unverified')}
      </StatusWord>
    )
  return (
    <StatusWord tone="done" icon={IconCircleCheck}>
      {t('users:status.active')}
    </StatusWord>
  )
}

/** A moment in the reader's time zone. */
export function When({ iso, never }: { iso: string | null; never: string }) {
  const { i18n } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  if (iso === null) return <span className="muted nowrap">{never}</span>
  return <Moment iso={iso} locale={i18n.language} timeZone={timeZone} />
}
