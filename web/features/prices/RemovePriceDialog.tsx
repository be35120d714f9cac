import { useTranslation } from 'react-i18next'
import { type ClientPrice, removeClientPrice } from '#contract/client-prices.ts'
import type { Client } from '#contract/clients.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { useLastOpened } from '../../app/useLastOpened.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

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
  const removing = useClientMutation(client.id, (priceId: string) =>
    api(removeClientPrice, { params: { clientId: client.id, priceId } }),
  )
  const confirm = () => {
    if (price === undefined) return
    removing.mutate(price.id, {
      onSuccess: () => toast.success(t('clients:prices.removed')),
      onError: (error) => toast.error(`${t('clients:prices.removeFailed')}: ${errorMessage(error)}`),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      opened={price !== undefined}
      title={t('clients:prices.removeTitle', { name: asked?.inventory.name ?? '' })}
      consequence={t(
        asked?.state === 'upcoming' ? 'clients:prices.removeText' : 'clients:prices.removeTextToday',
        { client: client.name },
      )}
      confirmLabel={t('clients:prices.remove')}
      busy={removing.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
