import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  resendWebhookDelivery,
  testWebhook,
} from '#contract/webhooks.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import { onWebhook } from './access.ts'
import { change, create, list, listDeliveries, remove, renewSecret, resend, sendTest } from './webhooks.ts'

export const webhookRoutes: readonly Route[] = [
  onClient.list(listWebhooks, list),
  onClient.write(createWebhook, (tx, client, body, actor, { deps }) =>
    create(tx, client, body, actor, deps.config),
  ),
  onWebhook.write(changeWebhook, (tx, webhook, body, actor, { deps }) =>
    change(tx, webhook, body, actor, deps.config),
  ),
  onWebhook.write(deleteWebhook, remove),
  onWebhook.write(testWebhook, sendTest),
  onWebhook.write(renewWebhookSecret, (tx, webhook, body, actor, { deps }) =>
    renewSecret(tx, webhook, body, actor, deps.config),
  ),
  onWebhook.list(listWebhookDeliveries, listDeliveries),
  onWebhook.write(resendWebhookDelivery, (tx, webhook, _body, _actor, { params }) =>
    resend(tx, webhook, params.deliveryId),
  ),
]
