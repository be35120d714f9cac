import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { formatNumber } from '#contract/format.ts'
import { addQuota } from '#contract/quotas.ts'
import { api } from '../../app/api.ts'
import { useSequence } from '../../app/useAction.ts'
import { useForm } from '../../app/useForm.ts'
import { useIdempotencyKey } from '../../app/useIdempotencyKey.ts'
import { PanelForm } from '../../ui/form/PanelForm.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { additionsOf, problemsOf, quantityField, quantitySchema } from './quotaForm.ts'
import { type Offer, useOffer } from './useOffer.ts'

interface QuotaFormProps {
  client: Client
  /** The only one asked about where the form is opened from a test. */
  inventoryId?: string
  onClose: () => void
}

/** Units of one or several tests for a client, and why. */
export function QuotaForm({ client, inventoryId, onClose }: QuotaFormProps) {
  const { t, i18n } = useTranslation()
  /** The test whose addition was refused. */
  const [refusedAt, setRefusedAt] = useState<string>()
  const { offers = [] } = useOffer(client.id)
  const shown = inventoryId === undefined ? offers : offers.filter(({ id }) => id === inventoryId)
  const ids = shown.map(({ id }) => id)
  const keyed = useIdempotencyKey()

  // One call a test, each with a key of its own: after a failure in the middle, pressing again adds only what is left.
  const adding = useSequence(
    addQuota,
    async (values: Record<string, string>) => {
      for (const addition of additionsOf(values, ids)) {
        const body = { ...addition, reason: (values.reason ?? '').trim() }
        setRefusedAt(addition.inventoryId)
        const params = { clientId: client.id }
        await keyed(body, (headers) => api(addQuota, { params, body, headers }), addition.inventoryId)
        form.set(quantityField(addition.inventoryId), '')
      }
    },
    { done: t('clients:addQuota.done'), failed: t('clients:addQuota.failed'), inline: true },
  )
  const form = useForm<Record<string, string>>({
    start: { ...Object.fromEntries(ids.map((id) => [quantityField(id), ''])), reason: '' },
    schemas: {
      reason: addQuota.body.shape.reason,
      ...Object.fromEntries(ids.map((id) => [quantityField(id), quantitySchema])),
    },
    check: (values) => {
      const found = Object.entries(problemsOf(values, ids))
      return Object.fromEntries(
        found.map(([id, problem]) => [quantityField(id), t(`clients:problem.${problem}`)]),
      )
    },
    names: refusedAt === undefined ? {} : { quantity: quantityField(refusedAt) },
    sending: adding,
    send: (values) => {
      if (shown.length === 0) return
      adding.mutate(values, { onSuccess: onClose })
    },
  })
  const left = ({ available, enabled }: Offer) =>
    enabled
      ? t('clients:addQuota.now', { number: formatNumber(available, i18n.language) })
      : t('clients:addQuota.notEnabled')

  return (
    <PanelForm form={form} submit={t('clients:addQuota.action')} onCancel={onClose}>
      <p className="muted">{t('clients:addQuota.quantityHelp')}</p>
      {shown.map((offer, at) => (
        <TextField
          key={offer.id}
          label={offer.name}
          help={left(offer)}
          optional={shown.length > 1}
          {...form.input(quantityField(offer.id))}
          autoComplete="off"
          {...(at === 0 && { 'data-autofocus': true })}
        />
      ))}
      <TextField
        label={t('clients:field.reason')}
        help={t('clients:addQuota.reasonHelp')}
        {...form.input('reason')}
        autoComplete="off"
      />
    </PanelForm>
  )
}
