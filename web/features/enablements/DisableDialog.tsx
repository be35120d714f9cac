import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { type ClientInventory, disableInventory } from '#contract/enablements.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Running } from './Running.tsx'
import { word } from './sensitiveWords.ts'

interface DisableDialogProps {
  client: Client
  one: ClientInventory | undefined
  onClose: () => void
}

/** Closes what is sensitive to a client, after saying what follows. */
export function DisableDialog({ client, one, onClose }: DisableDialogProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(one)
  if (one !== undefined && one !== shown) setShown(one)
  const disabling = useClientMutation(client.id, (inventoryId: string) =>
    api(disableInventory, { params: { clientId: client.id, inventoryId } }),
  )
  if (shown === undefined) return null
  const { id, name } = shown.inventory
  const confirm = () =>
    disabling.mutate(id, {
      onSuccess: () => toast.success(t(word(shown, 'disabledDone'))),
      onError: (error) => toast.error(`${t('clients:sensitive.disableFailed')}: ${errorMessage(error)}`),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      opened={one !== undefined}
      title={t(word(shown, 'disableTitle'), { name })}
      consequence={
        <>
          {t(word(shown, 'consequence'), { client: client.name })}
          {shown.sensitive && <Running people={shown.running.people} />}
        </>
      }
      confirmLabel={t(word(shown, 'disable'))}
      busy={disabling.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
