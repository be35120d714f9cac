import { IconCircleCheck, IconLock, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Registration } from '#contract/registrations.ts'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'

/** Tells whether people can register now. */
export function RegistrationState({ of: { closedAt, people, cap } }: { of: Registration }) {
  const { t } = useTranslation()
  if (closedAt !== null)
    return (
      <StatusWord tone="cancelled" icon={IconLock}>
        {t('registrations:state.closed')}
      </StatusWord>
    )
  return people.accepted + people.waiting < cap ? (
    <StatusWord tone="done" icon={IconCircleCheck}>
      {t('registrations:state.open')}
    </StatusWord>
  ) : (
    <StatusWord tone="waiting" icon={IconUsersGroup}>
      {t('registrations:state.full')}
    </StatusWord>
  )
}
