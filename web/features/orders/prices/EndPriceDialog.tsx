import { useTranslation } from 'react-i18next'
import { type ClientPrice, endClientPrice } from '#contract/client-prices.ts'
import type { Client } from '#contract/clients.ts'
import { todayIn } from '../../../app/days.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { useLastOpened } from '../../../app/useLastOpened.ts'
import { DateField } from '../../../ui/form/DateField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'

interface EndPriceDialogProps {
  client: Client
  /** None: the dialog is closed. */
  price: ClientPrice | undefined
  onClose: () => void
}

/** The last day of prices in force: today, or a later one. */
export function EndPriceDialog({ client, price, onClose }: EndPriceDialogProps) {
  const { t } = useTranslation()
  const today = todayIn('Europe/Istanbul')
  const asked = useLastOpened(price)
  const ending = useAction(endClientPrice, {
    done: t('clients:prices.ended'),
    failed: t('clients:prices.endFailed'),
    inline: true,
  })
  const form = useForm<{ validUntil: string | null }>({
    start: { validUntil: today },
    check: ({ validUntil }) => ({
      validUntil: validUntil === null ? t('clients:prices.dayMissing') : undefined,
    }),
    sending: ending,
    send: ({ validUntil }) => {
      if (price === undefined || validUntil === null) return
      const params = { clientId: client.id, priceId: price.id }
      ending.mutate({ params, body: { validUntil } }, { onSuccess: close })
    },
  })
  function close() {
    form.clear()
    ending.reset()
    onClose()
  }
  const text = asked?.listTiers.length === 0 ? 'clients:prices.endTextNoList' : 'clients:prices.endText'
  return (
    <ConfirmDialog
      opened={price !== undefined}
      title={t('clients:prices.endTitle', { name: asked?.inventory.name ?? '' })}
      consequence={t(text, { client: client.name })}
      confirmLabel={t('clients:prices.end')}
      form={form}
      onClose={close}
    >
      <DateField label={t('clients:prices.lastDay')} minDate={today} {...form.control('validUntil')} />
    </ConfirmDialog>
  )
}
