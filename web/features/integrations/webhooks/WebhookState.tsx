import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract/webhooks.ts'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'

/** Whether a webhook is on, and whether what is sent arrives. */
export function WebhookState({ webhook }: { webhook: Pick<Webhook, 'off' | 'failingSince'> }) {
  const { t } = useTranslation()
  if (webhook.off !== null)
    return (
      <StatusWord tone="cancelled" icon={IconCircleX}>
        {t('webhooks:state.off')}
      </StatusWord>
    )
  if (webhook.failingSince !== null)
    return (
      <StatusWord tone="bad" icon={IconAlertTriangle}>
        {t('webhooks:state.failing')}
      </StatusWord>
    )
  return (
    <StatusWord tone="done" icon={IconCircleCheck}>
      {t('webhooks:state.on')}
    </StatusWord>
  )
}
