import { useTranslation } from 'react-i18next'
import { type ClientPrice, endClientPrice } from '#contract/client-prices.ts'
import type { Client } from '#contract/clients.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { todayIn } from '../../app/days.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { useForm } from '../../app/useForm.ts'
import { useLastOpened } from '../../app/useLastOpened.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

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
  const ending = useClientMutation(client.id, (input: { priceId: string; validUntil: string }) =>
    api(endClientPrice, {
      params: { clientId: client.id, priceId: input.priceId },
      body: { validUntil: input.validUntil },
    }),
  )
  const form = useForm<{ validUntil: string | null }>({
    start: { validUntil: today },
    check: ({ validUntil }) => ({
      validUntil: validUntil === null ? t('clients:prices.dayMissing') : undefined,
    }),
    sending: ending,
    send: ({ validUntil }) => {
      if (price === undefined || validUntil === null) return
      ending.mutate(
        { priceId: price.id, validUntil },
        {
          onSuccess: () => {
            toast.success(t('clients:prices.ended'))
            close()
          },
        },
      )
    },
  })
  const close = () => {
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
      busy={ending.isPending}
      form={form}
      onClose={close}
    >
      {form.failure ? (
        <Alert type="danger" duration={0} title={t('clients:prices.endFailed')}>
          {errorMessage(form.failure)}
        </Alert>
      ) : null}
      <DateField label={t('clients:prices.lastDay')} minDate={today} {...form.control('validUntil')} />
    </ConfirmDialog>
  )
}
