import { useTranslation } from 'react-i18next'
import { createWebhook, type WebhookEvent, webhookEvent } from '#contract/webhooks.ts'
import type { Sending } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { ChoiceFields } from '../ChoiceFields.tsx'
import { keyOf } from './events.ts'

interface Fields {
  url: string
  events: WebhookEvent[]
}

interface WebhookFormProps {
  start: Fields
  submit: string
  sending: Sending
  send: (fields: Fields) => void
  onCancel: () => void
}

/** The form of a webhook: its address and the events it gets, each with its name in the messages. */
export function WebhookForm({ start, submit, sending, send, onCancel }: WebhookFormProps) {
  const { t } = useTranslation()
  const form = useForm<Fields>({
    start,
    schemas: createWebhook.body.shape,
    check: ({ url, events }) => ({
      url: url.trim() === '' ? t('webhooks:problem.url') : undefined,
      events: events.length === 0 ? t('webhooks:problem.events') : undefined,
    }),
    sending,
    send: ({ url, events }) => send({ url: url.trim(), events }),
  })
  return (
    <PanelForm form={form} submit={submit} onCancel={onCancel}>
      <TextField
        label={t('webhooks:field.url')}
        help={t('webhooks:field.urlHelp')}
        inputMode="url"
        dir="ltr"
        data-autofocus
        {...form.input('url')}
        autoComplete="off"
      />
      <ChoiceFields
        {...form.control('events')}
        label={t('webhooks:field.events')}
        choices={webhookEvent.options}
        words={(event) => ({
          label: t(`webhooks:event.${keyOf(event)}`),
          description: <code className="font-inherit">{event}</code>,
        })}
      />
    </PanelForm>
  )
}
