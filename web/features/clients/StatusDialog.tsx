import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Client, updateClient } from '#contract/clients.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.tsx'
import { useClientAct } from './useClients.ts'

interface StatusDialogProps {
  client: Client
  opened: boolean
  onClose: () => void
}

const acts = { active: 'suspend', pending: 'approve', suspended: 'activate' } as const

/** Suspends an active client, activates another, and approves one that waits: each with what follows from it. */
export function StatusDialog({ client, opened, onClose }: StatusDialogProps) {
  const { t } = useTranslation()
  const { id, name, status } = client
  const [before, setBefore] = useState({ opened, act: acts[status] })
  // What is asked stays as it was asked, also while the dialog fades from a client that has changed.
  if (opened !== before.opened) setBefore({ opened, act: opened ? acts[status] : before.act })
  const { act } = before
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const changing = useClientAct(id, () => {
    const body =
      act === 'suspend'
        ? ({ status: 'suspended', reason: reason.trim() } as const)
        : ({ status: 'active' } as const)
    return api(updateClient, { params: { clientId: id }, body })
  })
  const close = () => {
    setReason('')
    setAsked(false)
    onClose()
  }
  const confirm = () => {
    setAsked(true)
    if (act === 'suspend' && reason.trim() === '') return
    changing.mutate(undefined, {
      onSuccess: () => toast.success(t(`clients:change.${act}.done`)),
      onError: (error) => toast.error(`${t(`clients:change.${act}.failed`)}: ${errorMessage(error)}`),
      onSettled: close,
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`clients:change.${act}.title`, { name })}
      consequence={t(`clients:change.${act}.consequence`, { name })}
      confirmLabel={t(`clients:change.${act}.act`)}
      danger={act === 'suspend'}
      busy={changing.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      {act === 'suspend' ? (
        <TextField
          label={t('clients:change.suspend.reason')}
          help={t('clients:change.suspend.reasonHelp')}
          name="reason"
          autoComplete="off"
          maxLength={500}
          value={reason}
          error={asked && reason.trim() === '' ? t('clients:change.suspend.reasonMissing') : undefined}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      ) : undefined}
    </ConfirmDialog>
  )
}
