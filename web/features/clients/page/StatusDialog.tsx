import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Client, updateClient } from '#contract/clients.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { TextField } from '../../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'

interface StatusDialogProps {
  client: Client
  opened: boolean
  onClose: () => void
}

const actions = { active: 'suspend', pending: 'approve', suspended: 'activate' } as const

/** Suspends an active client, activates another, and approves one that waits: each with what follows from it. */
export function StatusDialog({ client, opened, onClose }: StatusDialogProps) {
  const { t } = useTranslation()
  const { id, name, status } = client
  const [before, setBefore] = useState({ opened, action: actions[status] })
  // The question stays the same while the dialog fades, even if the client has changed.
  if (opened !== before.opened) setBefore({ opened, action: opened ? actions[status] : before.action })
  const { action } = before
  const changing = useAction(updateClient, {
    done: t(`clients:change.${action}.done`),
    failed: t(`clients:change.${action}.failed`),
  })
  const form = useForm({
    start: { reason: '' },
    schemas: updateClient.body.shape,
    check: ({ reason }) => ({
      reason:
        action === 'suspend' && reason.trim() === '' ? t('clients:change.suspend.reasonMissing') : undefined,
    }),
    sending: changing,
    send: ({ reason }) =>
      changing.mutate(
        {
          params: { clientId: id },
          body: action === 'suspend' ? { status: 'suspended', reason: reason.trim() } : { status: 'active' },
        },
        { onSettled: () => close() },
      ),
  })
  const close = () => {
    form.clear()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`clients:change.${action}.title`, { name })}
      consequence={t(`clients:change.${action}.consequence`, { name })}
      confirmLabel={t(`clients:change.${action}.action`)}
      danger={action === 'suspend'}
      form={form}
      onClose={close}
    >
      {action === 'suspend' ? (
        <TextField
          label={t('clients:change.suspend.reason')}
          help={t('clients:change.suspend.reasonHelp')}
          {...form.input('reason')}
          autoComplete="off"
          optional={false}
        />
      ) : undefined}
    </ConfirmDialog>
  )
}
