import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { type ClientInventory, disableInventory } from '#contract/enablements.ts'
import { ConfirmAction } from '../../app/ConfirmAction.tsx'
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

  if (shown === undefined) return null
  const { id, name } = shown.inventory
  return (
    <ConfirmAction
      call={disableInventory}
      input={{ params: { clientId: client.id, inventoryId: id } }}
      done={t(word(shown, 'disabledDone'))}
      failed={t('clients:sensitive.disableFailed')}
      opened={one !== undefined}
      title={t(word(shown, 'disableTitle'), { name })}
      consequence={
        <>
          {t(word(shown, 'consequence'), { client: client.name })}
          {shown.sensitive && <Running people={shown.running.people} />}
        </>
      }
      confirmLabel={t(word(shown, 'disable'))}
      onClose={onClose}
    />
  )
}
