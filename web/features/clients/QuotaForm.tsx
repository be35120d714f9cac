import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { formatNumber } from '#contract/format.ts'
import { addQuota } from '#contract/quotas.ts'
import { api } from '../../app/api.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOffer } from '../invite/useOffer.ts'
import classes from './clients.module.css'
import { problemsOf, type QuotaFields, quantityOf } from './quotaForm.ts'
import { useClientAct } from './useClients.ts'
import { useSameKey } from './useSameKey.ts'

interface QuotaFormProps {
  client: Client
  /** Chosen already where the form is opened from a test. */
  inventoryId?: string
  onClose: () => void
}

/** So many units of a test for a client, and why. */
export function QuotaForm({ client, inventoryId, onClose }: QuotaFormProps) {
  const { t, i18n } = useTranslation()
  const [fields, setFields] = useState<QuotaFields>({
    inventoryId: inventoryId ?? '',
    quantity: '',
    reason: '',
  })
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { offers = [] } = useOffer(client.id)
  const keyed = useSameKey()
  const adding = useClientAct(client.id, ({ inventoryId, quantity, reason }: QuotaFields) => {
    const body = { inventoryId, quantity: quantityOf(quantity), reason: reason.trim() }
    return keyed(body, (headers) => api(addQuota, { params: { clientId: client.id }, body, headers }))
  })
  const chosen = offers.find(({ id }) => id === fields.inventoryId)
  const found = problemsOf(fields)
  const answered = adding.error instanceof ApiError ? adding.error.fields : {}
  const problem = (name: keyof QuotaFields) => {
    if (!asked) return undefined
    return found[name] ? t(`clients:problem.${found[name]}`) : answered[name]?.[0]
  }
  const set = (values: Partial<QuotaFields>) => setFields((now) => ({ ...now, ...values }))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (adding.isPending) return
    setAsked(true)
    if (Object.keys(found).length > 0) {
      form.current?.querySelector<HTMLElement>(found.inventoryId ? 'input' : '[name=quantity]')?.focus()
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
      <SelectField
        label={t('clients:field.inventory')}
        help={
          chosen &&
          (chosen.enabled
            ? t('clients:addQuota.now', { number: formatNumber(chosen.available, i18n.language) })
            : t('clients:addQuota.notEnabled'))
        }
        placeholder={t('clients:addQuota.choose')}
        data={offers.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.inventoryId || null}
        error={problem('inventoryId')}
        onChange={(inventoryId) => set({ inventoryId: inventoryId ?? '' })}
        data-autofocus
      />
      <TextField
        label={t('clients:field.quantity')}
        help={t('clients:addQuota.quantityHelp')}
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={fields.quantity}
        error={problem('quantity')}
        onChange={({ currentTarget: { value } }) => set({ quantity: value })}
      />
      <TextField
        label={t('clients:field.reason')}
        help={t('clients:addQuota.reasonHelp')}
        optional
        name="reason"
        autoComplete="off"
        maxLength={500}
        value={fields.reason}
        error={problem('reason')}
        onChange={({ currentTarget: { value } }) => set({ reason: value })}
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
