import { useTranslation } from 'react-i18next'
import { type ClientPrice, removeClientPrice } from '#contract/client-prices.ts'
import type { Client } from '#contract/clients.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { useLastOpened } from '../../../app/useLastOpened.ts'

interface RemovePriceDialogProps {
  client: Client
  /** None: the dialog is closed. */
  price: ClientPrice | undefined
  onClose: () => void
}

/** Takes back prices that have not begun, or began today. */
export function RemovePriceDialog({ client, price, onClose }: RemovePriceDialogProps) {
  const { t } = useTranslation()
  const asked = useLastOpened(price)
  return (
    <ConfirmAction
      call={removeClientPrice}
      input={price && { params: { clientId: client.id, priceId: price.id } }}
      done={t('clients:prices.removed')}
      failed={t('clients:prices.removeFailed')}
      opened={price !== undefined}
      title={t('clients:prices.removeTitle', { name: asked?.inventory.name ?? '' })}
      consequence={t(
        asked?.state === 'upcoming' ? 'clients:prices.removeText' : 'clients:prices.removeTextToday',
        { client: client.name },
      )}
      confirmLabel={t('clients:prices.remove')}
      onClose={onClose}
    />
  )
}
