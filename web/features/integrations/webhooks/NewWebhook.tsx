import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createWebhook } from '#contract/webhooks.ts'
import { useAction } from '../../../app/useAction.ts'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { OneTimeSecret } from '../OneTimeSecret.tsx'
import { WebhookForm } from './WebhookForm.tsx'

interface NewWebhookProps {
  clientId: string
  opened: boolean
  onClose: () => void
}

/** Adds a webhook, then shows its secret. */
export function NewWebhook({ clientId, opened, onClose }: NewWebhookProps) {
  const { t } = useTranslation()
  const [made, setMade] = useState<{ url: string; secret: string }>()
  const adding = useAction(createWebhook, { failed: t('webhooks:add.failed'), inline: true })
  const close = () => {
    onClose()
    setMade(undefined)
    adding.reset()
  }
  return (
    <SidePanel
      opened={opened}
      title={t(made === undefined ? 'webhooks:add.title' : 'webhooks:secret.title')}
      onClose={close}
      held
    >
      {made === undefined ? (
        <>
          <p className="muted">{t('webhooks:lead')}</p>
          <WebhookForm
            start={{ url: '', events: ['assignment.completed', 'result.ready'] }}
            submit={t('webhooks:add.submit')}
            sending={adding}
            send={(body) =>
              adding.mutate(
                { params: { clientId }, body },
                { onSuccess: ({ secret }) => setMade({ url: body.url, secret }) },
              )
            }
            onCancel={close}
          />
        </>
      ) : (
        <WebhookSecret {...made} onDone={close}>
          {t('webhooks:secret.use')}
        </WebhookSecret>
      )}
    </SidePanel>
  )
}

interface WebhookSecretProps {
  url: string
  secret: string
  children: string
  onDone: () => void
}

/** The secret of a webhook, which is shown this once. */
export function WebhookSecret({ url, secret, children, onDone }: WebhookSecretProps) {
  const { t } = useTranslation()
  return (
    <OneTimeSecret
      of={url}
      secret={secret}
      title={t('webhooks:secret.once')}
      copy={t('webhooks:secret.copy')}
      copied={t('webhooks:secret.copied')}
      onDone={onDone}
    >
      {children}
    </OneTimeSecret>
  )
}
