import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { type ClientInventory, enableInventory } from '#contract/enablements.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckboxField } from '../../ui/CheckboxField.tsx'
import { TextareaField } from '../../ui/TextareaField.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './clients.module.css'
import { word } from './sensitiveWords.ts'
import { useClientAct } from './useClients.ts'
import { useManagers } from './useEnablements.ts'

interface EnableFormProps {
  client: Client
  one: ClientInventory
  onClose: () => void
}

/** On which legal basis a client gets what is sensitive, and which of its managers read it. */
export function EnableForm({ client, one, onClose }: EnableFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { data: managers = [], isPending } = useManagers(client.id)
  const [legalBasis, setLegalBasis] = useState(one.legalBasis ?? '')
  const [picked, setPicked] = useState<readonly string[]>(one.recipients.map(({ userId }) => userId))
  const [asked, setAsked] = useState(false)
  // Somebody named before may be a manager no more.
  const recipientIds = picked.filter((userId) => managers.some((manager) => manager.userId === userId))
  const missing = { basis: legalBasis.trim().length < 3, recipients: recipientIds.length === 0 }
  const enabling = useClientAct(client.id, () =>
    api(enableInventory, {
      params: { clientId: client.id, inventoryId: one.inventory.id },
      body: { legalBasis: legalBasis.trim(), recipientIds },
    }),
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Whom the test can be named to is not known yet.
    if (enabling.isPending || isPending) return
    setAsked(true)
    if (missing.basis || missing.recipients) {
      form.current?.querySelector<HTMLElement>(missing.basis ? 'textarea' : 'input')?.focus()
      return
    }
    enabling.mutate(undefined, {
      onSuccess: () => {
        toast.success(t(word(one, 'enabledDone')))
        onClose()
      },
    })
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {enabling.error ? (
        <Alert type="danger" duration={0} title={t('clients:sensitive.enableFailed')}>
          {errorMessage(enabling.error)}
        </Alert>
      ) : null}
      <TextareaField
        label={t('clients:sensitive.legalBasis')}
        help={t('clients:sensitive.legalBasisHelp')}
        maxLength={2000}
        value={legalBasis}
        error={asked && missing.basis ? t('clients:sensitive.noBasis') : undefined}
        onChange={({ currentTarget: { value } }) => setLegalBasis(value)}
        data-autofocus
      />
      <fieldset className={classes.choices} aria-describedby={`${id}-help`}>
        <legend>{t('clients:sensitive.recipients')}</legend>
        {managers.map(({ userId, name, email }) => (
          <CheckboxField
            key={userId}
            label={name || email}
            checked={recipientIds.includes(userId)}
            onChange={({ currentTarget: { checked } }) =>
              setPicked(checked ? [...recipientIds, userId] : recipientIds.filter((one) => one !== userId))
            }
          />
        ))}
        <p id={`${id}-help`} className="meta">
          {t(word(one, 'recipientsHelp'))}
        </p>
        {asked && missing.recipients ? (
          <p className={classes.wrong} role="alert">
            <IconAlertCircle size={16} aria-hidden /> {t('clients:sensitive.noRecipients')}
          </p>
        ) : null}
      </fieldset>
      <div className={classes.actions}>
        <Button onClick={onClose}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={enabling.isPending || isPending}>
          {one.enabled ? t('clients:edit.submit') : t(word(one, 'enable'))}
        </Button>
      </div>
    </form>
  )
}
