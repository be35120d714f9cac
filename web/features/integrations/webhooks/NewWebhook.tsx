import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createWebhook, type WebhookEvent } from '#contract/webhooks.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { EventFields } from './EventFields.tsx'
import { Secret } from './Secret.tsx'

/** Adds a webhook, then shows its secret. */
export function NewWebhook({ clientId, onDone }: { clientId: string; onDone: () => void }) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState<string>()
  const adding = useAction(createWebhook, {
    done: t('webhooks:add.done'),
    failed: t('webhooks:add.failed'),
    inline: true,
  })
  const form = useForm<{ url: string; events: WebhookEvent[] }>({
    start: { url: '', events: ['assignment.completed', 'result.ready'] },
    schemas: createWebhook.body.shape,
    check: ({ url, events }) => ({
      url: url.trim() === '' ? t('webhooks:problem.url') : undefined,
      events: events.length === 0 ? t('webhooks:problem.events') : undefined,
    }),
    sending: adding,
    send: ({ url, events }) =>
      adding.mutate(
        { params: { clientId }, body: { url: url.trim(), events } },
        { onSuccess: (added) => setSecret(added.secret) },
      ),
  })
  if (secret !== undefined) return <Secret secret={secret} onDone={onDone} />
  return (
    <PanelForm form={form} submit={t('webhooks:add.submit')} onCancel={onDone}>
      <TextField
        label={t('webhooks:field.url')}
        placeholder="https://ats.example.com/terazi"
        {...form.input('url')}
        autoComplete="off"
      />
      <EventFields {...form.control('events')} />
    </PanelForm>
  )
}
