import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changeWebhook,
  deleteWebhook,
  renewWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookEvent,
} from '#contract/webhooks.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { Deliveries } from './Deliveries.tsx'
import { EventFields, keyOf } from './EventFields.tsx'
import { Secret } from './Secret.tsx'
import { WebhookState } from './WebhookState.tsx'

interface WebhookPanelProps {
  clientId: string
  /** Undefined while it is closed. */
  webhook: Webhook | undefined
  timeZone: string
  onClose: () => void
}

/** One webhook: its state, what was sent, and all that can be done with it. */
export function WebhookPanel({ clientId, webhook, timeZone, onClose }: WebhookPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={webhook !== undefined} title={t('webhooks:panel')} wide onClose={onClose}>
      {webhook === undefined ? null : (
        <About key={webhook.id} clientId={clientId} webhook={webhook} timeZone={timeZone} onClose={onClose} />
      )}
    </SidePanel>
  )
}

interface AboutProps extends WebhookPanelProps {
  webhook: Webhook
}

function About(props: AboutProps) {
  const { clientId, webhook, timeZone } = props
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined)
    return <Secret secret={secret} note={t('webhooks:secret.both')} onDone={() => setSecret(undefined)} />
  if (editing) return <Edit clientId={clientId} webhook={webhook} onDone={() => setEditing(false)} />
  return (
    <>
      <div className="stack gap-8">
        <p className="breakable semibold">{webhook.url}</p>
        <WebhookState webhook={webhook} />
        <Why webhook={webhook} />
        <ul className="stack gap-4 muted">
          {webhook.events.map((event) => (
            <li key={event}>{t(`webhooks:event.${keyOf(event)}`)}</li>
          ))}
        </ul>
      </div>
      <Actions {...props} onEdit={() => setEditing(true)} onSecret={setSecret} />
      <Deliveries clientId={clientId} webhook={webhook} timeZone={timeZone} />
    </>
  )
}

/** Why it is off, or why the last try failed. */
function Why({ webhook: { off, last } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  if (off !== null)
    return (
      <Alert type="info" duration={0}>
        {t(`webhooks:off.${off.reason}`)}
      </Alert>
    )
  if (last === null || last.problem === null) return null
  return (
    <Alert type="warning" duration={0}>
      {t(`webhooks:problem.${last.problem}`, { status: last.statusCode })}
    </Alert>
  )
}

interface ActionsProps extends AboutProps {
  onEdit: () => void
  onSecret: (secret: string) => void
}

function Actions({ clientId, webhook, onClose, onEdit, onSecret }: ActionsProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'delete' | 'renew'>()
  const input = { params: { clientId, webhookId: webhook.id } }
  const on = webhook.off === null
  const switching = useAction(changeWebhook, { done: t(on ? 'webhooks:off.done' : 'webhooks:on.done') })
  const testing = useAction(testWebhook, { done: t('webhooks:test.done') })
  const dialog = { input, onClose: () => setAsking(undefined) }
  return (
    <div className="cluster gap-8">
      {on ? (
        <Button loading={testing.isPending} onClick={() => testing.mutate(input)}>
          {t('webhooks:test.action')}
        </Button>
      ) : null}
      <Button loading={switching.isPending} onClick={() => switching.mutate({ ...input, body: { on: !on } })}>
        {t(on ? 'webhooks:off.action' : 'webhooks:on.action')}
      </Button>
      <Button onClick={onEdit}>{t('webhooks:edit.action')}</Button>
      <Button onClick={() => setAsking('renew')}>{t('webhooks:renew.action')}</Button>
      <Button danger onClick={() => setAsking('delete')}>
        {t('webhooks:delete.action')}
      </Button>
      <ConfirmAction
        {...dialog}
        call={renewWebhookSecret}
        done={t('webhooks:renew.done')}
        opened={asking === 'renew'}
        title={t('webhooks:renew.title')}
        consequence={t('webhooks:renew.text')}
        confirmLabel={t('webhooks:renew.action')}
        onDone={({ secret }) => onSecret(secret)}
      />
      <ConfirmAction
        {...dialog}
        call={deleteWebhook}
        done={t('webhooks:delete.done')}
        opened={asking === 'delete'}
        title={t('webhooks:delete.title')}
        consequence={t('webhooks:delete.text')}
        confirmLabel={t('webhooks:delete.action')}
        onDone={onClose}
      />
    </div>
  )
}

function Edit({ clientId, webhook, onDone }: { clientId: string; webhook: Webhook; onDone: () => void }) {
  const { t } = useTranslation()
  const saving = useAction(changeWebhook, { done: t('webhooks:edit.done'), inline: true })
  const form = useForm<{ url: string; events: WebhookEvent[] }>({
    start: { url: webhook.url, events: webhook.events },
    schemas: changeWebhook.body.shape,
    check: ({ url, events }) => ({
      url: url.trim() === '' ? t('webhooks:problem.url') : undefined,
      events: events.length === 0 ? t('webhooks:problem.events') : undefined,
    }),
    sending: saving,
    send: ({ url, events }) =>
      saving.mutate(
        { params: { clientId, webhookId: webhook.id }, body: { url: url.trim(), events } },
        { onSuccess: onDone },
      ),
  })
  return (
    <PanelForm form={form} submit={t('webhooks:edit.submit')} onCancel={onDone}>
      <TextField label={t('webhooks:field.url')} {...form.input('url')} autoComplete="off" />
      <EventFields {...form.control('events')} />
    </PanelForm>
  )
}
