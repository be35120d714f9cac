import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#contract/format.ts'
import { changeWebhook, type Webhook } from '#contract/webhooks.ts'
import { useAction } from '../../../app/useAction.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Fact, Facts } from '../../../ui/overlay/Facts.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { Deliveries } from './Deliveries.tsx'
import { keyOf } from './events.ts'
import { WebhookSecret } from './NewWebhook.tsx'
import { WebhookActions } from './WebhookActions.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookState } from './WebhookState.tsx'

interface WebhookPanelProps {
  clientId: string
  /** Undefined while it is closed. */
  webhook: Webhook | undefined
  timeZone: string
  onClose: () => void
}

/** One webhook: its state, its messages, and all that can be done with it. */
export function WebhookPanel({ clientId, webhook, timeZone, onClose }: WebhookPanelProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const [secret, setSecret] = useState<string>()
  const close = () => {
    setEditing(false)
    setSecret(undefined)
    onClose()
  }
  const title =
    secret !== undefined ? t('webhooks:secret.title') : t(editing ? 'webhooks:edit.title' : 'webhooks:panel')
  return (
    <SidePanel
      opened={webhook !== undefined}
      title={title}
      wide
      held={editing || secret !== undefined}
      onClose={close}
    >
      {webhook === undefined ? null : secret !== undefined ? (
        <WebhookSecret url={webhook.url} secret={secret} onDone={() => setSecret(undefined)}>
          {t('webhooks:secret.both')}
        </WebhookSecret>
      ) : editing ? (
        <Edit clientId={clientId} webhook={webhook} onDone={() => setEditing(false)} />
      ) : (
        <>
          <About webhook={webhook} timeZone={timeZone} />
          <WebhookActions
            clientId={clientId}
            webhook={webhook}
            onEdit={() => setEditing(true)}
            onSecret={setSecret}
            onDeleted={close}
          />
          <Deliveries key={webhook.id} clientId={clientId} webhook={webhook} timeZone={timeZone} />
        </>
      )}
    </SidePanel>
  )
}

function About({ webhook, timeZone }: { webhook: Webhook; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const { url, events, succeededAt, failingSince, off, oldSecretUntil } = webhook
  return (
    <div className="stack one-column gap-12">
      <Why webhook={webhook} />
      <Facts>
        <Fact name={t('webhooks:column.url')}>
          <bdi dir="ltr">{url}</bdi>
        </Fact>
        <Fact name={t('webhooks:column.state')}>
          <WebhookState webhook={webhook} />
        </Fact>
        <Fact name={t('webhooks:column.succeededAt')}>
          {succeededAt === null ? t('webhooks:never') : at(succeededAt)}
        </Fact>
        {off === null && failingSince !== null ? (
          <Fact name={t('webhooks:failingSince')}>{at(failingSince)}</Fact>
        ) : null}
        {oldSecretUntil === null ? null : (
          <Fact name={t('webhooks:oldSecretUntil')}>{at(oldSecretUntil)}</Fact>
        )}
        <Fact name={t('webhooks:field.events')}>
          <ul className="stack one-column gap-2 bare no-padding">
            {events.map((event) => (
              <li key={event}>{t(`webhooks:event.${keyOf(event)}`)}</li>
            ))}
          </ul>
        </Fact>
      </Facts>
    </div>
  )
}

/** Why it is off, or why the last try failed. */
function Why({ webhook: { off, last, failingSince } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  if (off !== null)
    return (
      <Alert type={off.reason === 'manager' ? 'info' : 'warning'} duration={0}>
        {t(`webhooks:off.${off.reason}`)}
      </Alert>
    )
  if (failingSince === null || last === null || last.problem === null) return null
  return (
    <Alert type="warning" duration={0} title={t('webhooks:failing')}>
      {t(`webhooks:problem.${last.problem}`, { status: last.statusCode })}
    </Alert>
  )
}

function Edit({ clientId, webhook, onDone }: { clientId: string; webhook: Webhook; onDone: () => void }) {
  const { t } = useTranslation()
  const saving = useAction(changeWebhook, { done: t('webhooks:edit.done'), inline: true })
  return (
    <WebhookForm
      start={{ url: webhook.url, events: webhook.events }}
      submit={t('webhooks:edit.submit')}
      sending={saving}
      send={(body) =>
        saving.mutate({ params: { clientId, webhookId: webhook.id }, body }, { onSuccess: onDone })
      }
      onCancel={onDone}
    />
  )
}
