import { Menu } from '@mantine/core'
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changeWebhook,
  deleteWebhook,
  renewWebhookSecret,
  testWebhook,
  type Webhook,
} from '#contract/webhooks.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { ActionMenu } from '../../../ui/overlay/ActionMenu.tsx'

interface WebhookActionsProps {
  clientId: string
  webhook: Webhook
  onEdit: () => void
  onSecret: (secret: string) => void
  onDeleted: () => void
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What can be done with a webhook: trying it out first, and the rarer things in a menu. */
export function WebhookActions({ clientId, webhook, onEdit, onSecret, onDeleted }: WebhookActionsProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'delete' | 'renew'>()
  const input = { params: { clientId, webhookId: webhook.id } }
  const on = webhook.off === null
  const switching = useAction(changeWebhook, { done: t(on ? 'webhooks:off.done' : 'webhooks:on.done') })
  const testing = useAction(testWebhook, { done: t('webhooks:test.done') })
  const dialog = { input, onClose: () => setAsking(undefined) }
  const host = new URL(webhook.url).host
  const turn = () => switching.mutate({ ...input, body: { on: !on } })
  return (
    <div className="row wraps gap-8">
      {on ? (
        <Button
          icon={<IconSend aria-hidden />}
          loading={testing.isPending}
          onClick={() => testing.mutate(input)}
        >
          {t('webhooks:test.action')}
        </Button>
      ) : (
        <Button icon={<IconPlayerPlay aria-hidden />} loading={switching.isPending} onClick={turn}>
          {t('webhooks:on.action')}
        </Button>
      )}
      <ActionMenu
        target={
          <IconButton label={t('webhooks:more')} loading={on && switching.isPending}>
            <IconDots {...icon} />
          </IconButton>
        }
      >
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
          {t('webhooks:edit.action')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => setAsking('renew')}>
          {t('webhooks:renew.action')}
        </Menu.Item>
        {on ? (
          <Menu.Item leftSection={<IconPlayerPause {...icon} />} onClick={turn}>
            {t('webhooks:off.action')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={() => setAsking('delete')}>
          {t('webhooks:delete.action')}
        </Menu.Item>
      </ActionMenu>
      <ConfirmAction
        {...dialog}
        call={renewWebhookSecret}
        done={t('webhooks:renew.done')}
        opened={asking === 'renew'}
        danger={false}
        title={t('webhooks:renew.title', { host })}
        consequence={t('webhooks:renew.text')}
        confirmLabel={t('webhooks:renew.action')}
        onDone={({ secret }) => onSecret(secret)}
      />
      <ConfirmAction
        {...dialog}
        call={deleteWebhook}
        done={t('webhooks:delete.done')}
        opened={asking === 'delete'}
        title={t('webhooks:delete.title', { host })}
        consequence={t('webhooks:delete.text')}
        confirmLabel={t('webhooks:delete.confirm')}
        onDone={onDeleted}
      />
    </div>
  )
}
