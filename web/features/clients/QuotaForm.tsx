import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { formatNumber } from '#contract/format.ts'
import { addQuota } from '#contract/quotas.ts'
import { api } from '../../app/api.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Offer, useOffer } from '../invite/useOffer.ts'
import classes from './clients.module.css'
import { additionsOf, problemsOf, type QuotaFields } from './quotaForm.ts'
import { useClientAct } from './useClients.ts'
import { useSameKey } from './useSameKey.ts'

interface QuotaFormProps {
  client: Client
  /** The only one asked about where the form is opened from a test. */
  inventoryId?: string
  onClose: () => void
}

/** Units of one or several tests for a client, and why. */
export function QuotaForm({ client, inventoryId, onClose }: QuotaFormProps) {
  const { t, i18n } = useTranslation()
  const [fields, setFields] = useState<QuotaFields>({ quantities: {}, reason: '' })
  const [asked, setAsked] = useState(false)
  /** The test whose addition was refused. */
  const [refusedAt, setRefusedAt] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const { offers = [] } = useOffer(client.id)
  const shown = inventoryId === undefined ? offers : offers.filter(({ id }) => id === inventoryId)
  const ids = shown.map(({ id }) => id)
  const keyed = useSameKey()
  const setQuantity = (id: string, quantity: string) =>
    setFields((now) => ({ ...now, quantities: { ...now.quantities, [id]: quantity } }))

  // One call a test, each with a key of its own: after a failure in the middle, pressing again adds only what is left.
  const adding = useClientAct(client.id, async ({ reason, ...rest }: QuotaFields) => {
    for (const addition of additionsOf({ reason, ...rest }, ids)) {
      const body = { ...addition, reason: reason.trim() }
      setRefusedAt(addition.inventoryId)
      const params = { clientId: client.id }
      await keyed(body, (headers) => api(addQuota, { params, body, headers }), addition.inventoryId)
      setQuantity(addition.inventoryId, '')
    }
  })
  const found = problemsOf(fields, ids)
  const answered = adding.error instanceof ApiError ? adding.error.fields : {}
  const problem = (id: string) => {
    if (!asked) return undefined
    return found[id]
      ? t(`clients:problem.${found[id]}`)
      : id === refusedAt
        ? answered.quantity?.[0]
        : undefined
  }
  const left = ({ available, enabled }: Offer) =>
    enabled
      ? t('clients:addQuota.now', { number: formatNumber(available, i18n.language) })
      : t('clients:addQuota.notEnabled')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (adding.isPending || shown.length === 0) return
    setAsked(true)
    const [wrong] = ids.filter((id) => found[id])
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="quantity-${wrong}"]`)?.focus()
      return
    }
    adding.mutate(fields, {
      onSuccess: () => {
        toast.success(t('clients:addQuota.done'))
        onClose()
      },
    })
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {adding.error ? (
        <Alert type="danger" duration={0} title={t('clients:addQuota.failed')}>
          {errorMessage(adding.error)}
        </Alert>
      ) : null}
      <p className="muted">{t('clients:addQuota.quantityHelp')}</p>
      {shown.map((offer, at) => (
        <TextField
          key={offer.id}
          label={offer.name}
          help={left(offer)}
          name={`quantity-${offer.id}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={fields.quantities[offer.id] ?? ''}
          error={problem(offer.id)}
          onChange={({ currentTarget: { value } }) => setQuantity(offer.id, value)}
          {...(at === 0 && { 'data-autofocus': true })}
        />
      ))}
      <TextField
        label={t('clients:field.reason')}
        help={t('clients:addQuota.reasonHelp')}
        optional
        name="reason"
        autoComplete="off"
        maxLength={500}
        value={fields.reason}
        error={asked ? answered.reason?.[0] : undefined}
        onChange={({ currentTarget: { value } }) => setFields((now) => ({ ...now, reason: value }))}
      />
      <div className={classes.actions}>
        <Button onClick={onClose}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={adding.isPending}>
          {t('clients:addQuota.act')}
        </Button>
      </div>
    </form>
  )
}
