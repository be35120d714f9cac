import { IconDeviceMobileOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetSecondFactor } from '#contract/second-factor.ts'
import type { UserDetails } from '#contract/users.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { ActionButton } from './ActionButton.tsx'

/** Resets the second step for somebody who has lost their phone and the recovery codes. */
export function ResetSecondFactor({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { id: userId, name } = user

  return (
    <>
      <ActionButton
        icon={IconDeviceMobileOff}
        hint={t('users:secondFactor.hint')}
        danger
        onClick={() => setAsking(true)}
      >
        {t('users:secondFactor.action')}
      </ActionButton>
      <ConfirmAction
        call={resetSecondFactor}
        input={{ params: { userId } }}
        done={t('users:secondFactor.done')}
        failed={t('users:secondFactor.failed')}
        opened={asking}
        title={t('users:secondFactor.title', { name })}
        consequence={t('users:secondFactor.consequence', { name })}
        confirmLabel={t('users:secondFactor.action')}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
