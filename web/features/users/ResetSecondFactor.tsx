import { IconDeviceMobileOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetSecondFactor } from '#contract/second-factor.ts'
import type { UserDetails } from '#contract/users.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { ActionButton } from './ActionButton.tsx'
import { useUserAction } from './useUsers.ts'

/** For somebody whose phone is gone, and the recovery codes with it. */
export function ResetSecondFactor({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { id: userId, name } = user
  const resetting = useUserAction(() => api(resetSecondFactor, { params: { userId } }))
  const confirm = () =>
    resetting.mutate(undefined, {
      onSuccess: () => toast.success(t('users:secondFactor.done')),
      onError: (error) => toast.error(`${t('users:secondFactor.failed')}: ${errorMessage(error)}`),
      onSettled: () => setAsking(false),
    })
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
      <ConfirmDialog
        opened={asking}
        title={t('users:secondFactor.title', { name })}
        consequence={t('users:secondFactor.consequence', { name })}
        confirmLabel={t('users:secondFactor.action')}
        busy={resetting.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
