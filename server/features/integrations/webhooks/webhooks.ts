import type { BodyOf, QueryOf } from '#contract/kit.ts'
import {
  type changeWebhook,
  type createWebhook,
  type listWebhookDeliveries,
  type listWebhooks,
  maxWebhooks,
  oldSecretHours,
  type Webhook,
  type WebhookDelivery,
} from '#contract/webhooks.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { likeText } from '#server/db/like.ts'
import type { AppConfig } from '#server/deps.ts'
import { deliveryJob, queueOf } from '#server/events/delivery-job.ts'
import { recordTest } from '#server/events/events.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor, By } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { readUrl } from '#server/outward/address.ts'
import type { AuthorizedWebhook } from './access.ts'
import {
  type DeliveryRow,
  endPause,
  findDeliveries,
  findWebhooks,
  insertWebhook,
  type Locked,
  lockAndCount,
  lockWebhook,
  putOff,
  putOn,
  removeWebhook,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
  waitAgain,
} from './queries.ts'
import { newWebhookSecret, sealSecret } from './sign.ts'

type Config = Pick<AppConfig, 'slipKey' | 'privateWebhooks'>

export async function list(db: Executor, client: AuthorizedClient, query: QueryOf<typeof listWebhooks>) {
  const search = likeText((query.search ?? '').toLowerCase())
  const descending = query.ordering !== 'createdAt'
  const { count, rows } = await findWebhooks(db, client, { descending, search }, sliceOf(query))
  return { count, rows: rows.map(toWebhook) }
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  createdAt: row.created_at.toISOString(),
  off:
    row.off_at === null || row.off_reason === null
      ? null
      : { at: row.off_at.toISOString(), reason: row.off_reason },
  succeededAt: iso(row.succeeded_at),
  failingSince: iso(row.failing_since),
  last:
    row.last_event === null || row.last_state === null
      ? null
      : {
          event: row.last_event,
          state: row.last_state,
          statusCode: row.last_status,
          problem: row.last_problem,
          triedAt: iso(row.last_at),
        },
  oldSecretUntil: iso(row.old_secret_until),
})

/** @throws FieldFailure for an address that nothing is sent to */
function urlOf(text: string, config: Config): string {
  const url = readUrl(text, config.privateWebhooks)
  if (!(url instanceof URL)) throw new FieldFailure({ url })
  return url.href
}

/** The address in the log, without its path, which may be a secret. */
const hostIn = (url: string) => new URL(url).host

/** Adds a webhook. The secret is in the answer alone. @throws Failure invalid_request, too_many_webhooks */
export async function create(
  tx: Tx,
  client: AuthorizedClient,
  body: BodyOf<typeof createWebhook>,
  { userId, address }: By,
  config: Config,
) {
  const url = urlOf(body.url, config)
  const events = [...new Set(body.events)]
  if ((await lockAndCount(tx, client)) >= maxWebhooks)
    throw new Failure('too_many_webhooks', { variables: { count: maxWebhooks } })
  const id = newId()
  const secret = newWebhookSecret()
  const sealed = sealSecret(config.slipKey, { clientId: client.id, id }, secret)
  await insertWebhook(tx, client, { id, url, events, secret: sealed, created_by: userId })
  await recordAudit(tx, {
    action: 'webhook_created',
    by: { userId, address },
    clientId: client.id,
    details: { webhook: id, host: hostIn(url), events },
  })
  return { id, secret }
}

/** Locks the webhook of a call. @throws Failure not_found where it was deleted meanwhile */
async function lock(tx: Tx, { client, id }: AuthorizedWebhook): Promise<Locked> {
  const locked = await lockWebhook(tx, { clientId: client.id, id })
  if (locked === undefined) throw new Failure('not_found')
  return locked
}

export async function change(
  tx: Tx,
  webhook: AuthorizedWebhook,
  body: BodyOf<typeof changeWebhook>,
  { userId, address }: By,
  config: Config,
): Promise<Webhook> {
  const { client, id } = webhook
  const key = { clientId: client.id, id }
  const before = await lock(tx, webhook)
  const url = body.url === undefined ? before.url : urlOf(body.url, config)
  const events = body.events === undefined ? before.events : [...new Set(body.events)]
  await updateWebhook(tx, key, { url, events })
  if (url !== before.url) await endPause(tx, key, 0)
  const wasOn = before.off === null
  const on = body.on ?? wasOn
  if (on && !wasOn) await putOn(tx, key)
  if (!on && wasOn) await putOff(tx, key, 'manager')
  const fields = [
    ...(url === before.url ? [] : ['url']),
    ...(events.join() === before.events.join() ? [] : ['events']),
    ...(on === wasOn ? [] : ['on']),
  ]
  if (fields.length > 0)
    await recordAudit(tx, {
      action: 'webhook_changed',
      by: { userId, address },
      clientId: client.id,
      details: { webhook: id, host: hostIn(url), fields, on },
    })
  const { rows } = await findWebhooks(tx, client, { descending: true, id }, { limit: 1, offset: 0 })
  const [row] = rows
  if (row === undefined) throw new Error('a locked webhook is gone')
  return toWebhook(row)
}

export async function remove(
  tx: Tx,
  webhook: AuthorizedWebhook,
  _body: undefined,
  { userId, address }: By,
): Promise<undefined> {
  const { client, id } = webhook
  const { url } = await lock(tx, webhook)
  await removeWebhook(tx, { clientId: client.id, id })
  await recordAudit(tx, {
    action: 'webhook_deleted',
    by: { userId, address },
    clientId: client.id,
    details: { webhook: id, host: hostIn(url) },
  })
}

/** @throws Failure webhook_is_off */
async function lockLive(tx: Tx, webhook: AuthorizedWebhook): Promise<Locked> {
  const locked = await lock(tx, webhook)
  if (locked.off !== null) throw new Failure('webhook_is_off')
  return locked
}

export async function sendTest(tx: Tx, webhook: AuthorizedWebhook): Promise<{ id: string }> {
  const { now } = await lockLive(tx, webhook)
  return { id: await recordTest(tx, { clientId: webhook.client.id, webhookId: webhook.id, at: now }) }
}

/** Makes a new secret; the old one signs as well for a day. A second renewal within it ends the first one. */
export async function renewSecret(
  tx: Tx,
  webhook: AuthorizedWebhook,
  _body: undefined,
  { userId, address }: Actor,
  config: Config,
) {
  const { client, id } = webhook
  const key = { clientId: client.id, id }
  const { url } = await lock(tx, webhook)
  const secret = newWebhookSecret()
  const until = await replaceSecret(tx, key, sealSecret(config.slipKey, key, secret), oldSecretHours)
  await recordAudit(tx, {
    action: 'webhook_secret_renewed',
    by: { userId, address },
    clientId: client.id,
    details: { webhook: id, host: hostIn(url) },
  })
  return { secret, oldSecretUntil: until.toISOString() }
}

export async function listDeliveries(
  db: Executor,
  { client, id }: AuthorizedWebhook,
  query: QueryOf<typeof listWebhookDeliveries>,
) {
  const { state } = query
  const descending = query.ordering !== 'createdAt'
  const key = { clientId: client.id, id }
  const { count, rows } = await findDeliveries(db, key, { descending, state }, sliceOf(query))
  return { count, rows: rows.map(toDelivery) }
}

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  createdAt: row.created_at.toISOString(),
  state: row.state,
  tries: row.tries,
  statusCode: row.status_code,
  problem: row.problem,
  tookMs: row.took_ms,
  triedAt: iso(row.tried_at),
  nextTryAt: iso(row.next_try_at),
})

/** Makes a delivery due at once. Its id stays, so that a receiver that has it already knows. @throws Failure not_found, webhook_is_off */
export async function resend(tx: Tx, webhook: AuthorizedWebhook, deliveryId: string): Promise<undefined> {
  await lockLive(tx, webhook)
  const [clientId, webhookId] = [webhook.client.id, webhook.id]
  const turn = await waitAgain(tx, { clientId, id: webhookId }, deliveryId)
  if (turn === undefined) throw new Failure('not_found')
  await endPause(tx, { clientId, id: webhookId })
  const job = { clientId, id: deliveryId, webhookId, turn }
  await addJob(tx, deliveryJob, job, { queue: queueOf(job) })
}
