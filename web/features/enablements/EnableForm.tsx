import { IconAlertCircle } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { type ClientInventory, enableInventory } from '#contract/enablements.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextareaField } from '../../ui/form/TextareaField.tsx'
import classes from './enablements.module.css'
import { word } from './sensitiveWords.ts'
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
  const { data: managers = [], isPending } = useManagers(client.id)
  // A recipient who was chosen before may no longer be a manager.
  const known = (picked: readonly string[]) =>
    picked.filter((userId) => managers.some((manager) => manager.userId === userId))
  const enabling = useClientMutation(client.id, (body: { legalBasis: string; recipientIds: string[] }) =>
    api(enableInventory, { params: { clientId: client.id, inventoryId: one.inventory.id }, body }),
  )
  const form = useForm({
    start: { legalBasis: one.legalBasis ?? '', recipientIds: one.recipients.map(({ userId }) => userId) },
    check: ({ legalBasis, recipientIds }) => ({
      legalBasis: legalBasis.trim().length < 3 ? t('clients:sensitive.noBasis') : undefined,
      recipientIds: known(recipientIds).length === 0 ? t('clients:sensitive.noRecipients') : undefined,
    }),
    // Who the test can be shared with is not known before the managers are loaded.
    sending: { error: enabling.error, isPending: enabling.isPending || isPending },
    send: ({ legalBasis, recipientIds }) =>
      enabling.mutate(
        { legalBasis: legalBasis.trim(), recipientIds: known(recipientIds) },
        {
          onSuccess: () => {
            toast.success(t(word(one, 'enabledDone')))
            onClose()
          },
        },
      ),
  })
  const recipientIds = known(form.values.recipientIds)
  const noRecipients = form.error('recipientIds')

  return (
    <Form form={form} className={classes.form}>
      {enabling.error ? (
        <Alert type="danger" duration={0} title={t('clients:sensitive.enableFailed')}>
          {errorMessage(enabling.error)}
        </Alert>
      ) : null}
      <TextareaField
        label={t('clients:sensitive.legalBasis')}
        help={t('clients:sensitive.legalBasisHelp')}
        maxLength={2000}
        {...form.input('legalBasis')}
        data-autofocus
      />
      <fieldset
        className={classes.choices}
        aria-describedby={`${id}-help`}
        data-wrong-field={noRecipients === undefined ? undefined : true}
      >
        <legend>{t('clients:sensitive.recipients')}</legend>
        {managers.map(({ userId, name, email }) => (
          <CheckboxField
            key={userId}
            label={name || email}
            checked={recipientIds.includes(userId)}
            onChange={({ currentTarget: { checked } }) =>
              form.set(
                'recipientIds',
                checked ? [...recipientIds, userId] : recipientIds.filter((picked) => picked !== userId),
              )
            }
          />
        ))}
        <p id={`${id}-help`} className="meta">
          {t(word(one, 'recipientsHelp'))}
        </p>
        {noRecipients ? (
          <p className={classes.wrong} role="alert">
            <IconAlertCircle size={16} aria-hidden /> {noRecipients}
          </p>
        ) : null}
      </fieldset>
      <div className={classes.actions}>
        <Button onClick={onClose}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={enabling.isPending || isPending}>
          {one.enabled ? t('clients:edit.submit') : t(word(one, 'enable'))}
        </Button>
      </div>
    </Form>
  )
}
