import { type Selectable, sql } from 'kysely'
import type { WebhookDelivery, WebhookEvent, WebhookOffReason, WebhookProblem } from '#contract/webhooks.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { WebhookDeliveries, Webhooks } from '#server/db/client-tables.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { Slice } from '#server/http/pages.ts'

export interface Key {
  readonly clientId: string
  readonly id: string
}

export async function hasWebhook(db: Executor, client: AuthorizedClient, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM webhooks WHERE client_id = ${client.id} AND id = ${id}`.execute(db)
  return rows.length > 0
}

/** Locks a client's place for webhooks until the transaction ends, so that two calls do not both take the last one. @returns how many there are */
export async function lockAndCount(tx: Tx, client: AuthorizedClient): Promise<number> {
  await sql`SELECT FROM clients WHERE id = ${client.id} FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM webhooks WHERE client_id = ${client.id}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertWebhook(
  tx: Tx,
  client: AuthorizedClient,
  webhook: Pick<Selectable<Webhooks>, 'id' | 'url' | 'events' | 'secret' | 'created_by'>,
): Promise<void> {
  await tx
    .insertInto('webhooks')
    .values({ client_id: client.id, ...webhook })
    .execute()
}

export type WebhookRow = Pick<
  Selectable<Webhooks>,
  | 'id'
  | 'url'
  | 'events'
  | 'created_at'
  | 'off_at'
  | 'off_reason'
  | 'succeeded_at'
  | 'failing_since'
  | 'old_secret_until'
> & {
  last_event: WebhookDelivery['event'] | null
  last_state: WebhookDelivery['state'] | null
  last_status: number | null
  last_problem: WebhookProblem | null
  last_at: Date | null
}

/** @param id one of them alone */
export async function findWebhooks(
  db: Executor,
  client: AuthorizedClient,
  { descending, search = '', id }: { descending: boolean; search?: string; id?: string },
  { limit, offset }: Slice,
): Promise<{ count: number; rows: WebhookRow[] }> {
  const where = sql`w.client_id = ${client.id} AND lower(w.url) LIKE ${`%${search}%`}
    AND (${id ?? null}::uuid IS NULL OR w.id = ${id ?? null}::uuid)`
  const order = descending ? sql`w.created_at DESC, w.id DESC` : sql`w.created_at, w.id`
  const total = await sql<{ count: number }>`SELECT count(*) AS count FROM webhooks w WHERE ${where}`.execute(
    db,
  )
  const { rows } = await sql<WebhookRow>`
    SELECT w.id, w.url, w.events, w.created_at, w.off_at, w.off_reason, w.succeeded_at, w.failing_since,
      CASE WHEN w.old_secret_until > now() THEN w.old_secret_until END AS old_secret_until,
      d.event AS last_event, d.state AS last_state, d.status_code AS last_status, d.problem AS last_problem,
      d.tried_at AS last_at
    FROM (SELECT * FROM webhooks w WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) w
      LEFT JOIN LATERAL (SELECT * FROM webhook_deliveries d
        WHERE d.client_id = w.client_id AND d.webhook_id = w.id AND d.tried_at IS NOT NULL
        ORDER BY d.created_at DESC, d.id DESC LIMIT 1) d ON true
    ORDER BY ${order}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

export interface Locked {
  url: string
  events: WebhookEvent[]
  secret: Buffer
  off: WebhookOffReason | null
  failures: number
  now: Date
}

/** Locks a webhook until the transaction ends. */
export async function lockWebhook(tx: Tx, { clientId, id }: Key): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    SELECT url, events, secret, off_reason AS off, failures, now() AS now FROM webhooks
    WHERE client_id = ${clientId} AND id = ${id} FOR NO KEY UPDATE`.execute(tx)
  return rows[0]
}

export async function updateWebhook(
  tx: Tx,
  { clientId, id }: Key,
  set: { url: string; events: readonly WebhookEvent[] },
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ url: set.url, events: [...set.events] })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** Ends the pause of a webhook: somebody says that it works again. @param failures those that lengthen the next pause; all of them unless given */
export async function endPause(tx: Tx, { clientId, id }: Key, failures?: 0): Promise<void> {
  await sql`UPDATE webhooks SET paused_until = least(paused_until, now()), failures = coalesce(${failures ?? null}::integer, failures)
    WHERE client_id = ${clientId} AND id = ${id} AND paused_until IS NOT NULL`.execute(tx)
}

/** Puts a webhook on; its five days begin again. */
export async function putOn(tx: Tx, { clientId, id }: Key): Promise<void> {
  await sql`UPDATE webhooks SET off_at = NULL, off_reason = NULL, failing_since = NULL, failures = 0, paused_until = NULL
    WHERE client_id = ${clientId} AND id = ${id}`.execute(tx)
}

/** Puts a webhook off, with all that waits for it. */
export async function putOff(tx: Tx, { clientId, id }: Key, reason: WebhookOffReason): Promise<void> {
  await sql`UPDATE webhooks SET off_at = now(), off_reason = ${reason}
    WHERE client_id = ${clientId} AND id = ${id}`.execute(tx)
  await sql`UPDATE webhook_deliveries SET state = 'failed', next_try_at = NULL, problem = 'off', turn = turn + 1
    WHERE client_id = ${clientId} AND webhook_id = ${id} AND state = 'waiting'`.execute(tx)
}

export async function replaceSecret(
  tx: Tx,
  { clientId, id }: Key,
  secret: Buffer,
  hours: number,
): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    UPDATE webhooks SET old_secret = secret, old_secret_until = now() + make_interval(hours => ${hours}::int), secret = ${secret}
    WHERE client_id = ${clientId} AND id = ${id} RETURNING old_secret_until AS until`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('a locked webhook is gone')
  return row.until
}

/** Deletes a webhook and its deliveries. Transactions that write for it end first. */
export async function removeWebhook(tx: Tx, { clientId, id }: Key): Promise<void> {
  await sql`SELECT FROM webhooks WHERE client_id = ${clientId} AND id = ${id} FOR UPDATE`.execute(tx)
  await sql`DELETE FROM webhook_deliveries WHERE client_id = ${clientId} AND webhook_id = ${id}`.execute(tx)
  await sql`DELETE FROM webhooks WHERE client_id = ${clientId} AND id = ${id}`.execute(tx)
}

export type DeliveryRow = Pick<
  Selectable<WebhookDeliveries>,
  | 'id'
  | 'event'
  | 'created_at'
  | 'state'
  | 'tries'
  | 'status_code'
  | 'problem'
  | 'took_ms'
  | 'tried_at'
  | 'next_try_at'
>

export async function findDeliveries(
  db: Executor,
  { clientId, id }: Key,
  { descending, state }: { descending: boolean; state: WebhookDelivery['state'] | undefined },
  { limit, offset }: Slice,
): Promise<{ count: number; rows: DeliveryRow[] }> {
  const ofState = state === undefined ? sql`` : sql` AND d.state = ${state}`
  const where = sql`d.client_id = ${clientId} AND d.webhook_id = ${id}${ofState}`
  const order = descending ? sql`d.created_at DESC, d.id DESC` : sql`d.created_at, d.id`
  const total = await sql<{
    count: number
  }>`SELECT count(*) AS count FROM webhook_deliveries d WHERE ${where}`.execute(db)
  const { rows } = await sql<DeliveryRow>`
    SELECT d.id, d.event, d.created_at, d.state, d.tries + d.earlier_tries AS tries, d.status_code, d.problem, d.took_ms, d.tried_at, d.next_try_at
    FROM webhook_deliveries d WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

/** Makes a delivery due with all its tries; the outcome of the last one is gone, and those before are still counted. @returns its new turn; undefined for one that is not there */
export async function waitAgain(
  tx: Tx,
  { clientId, id: webhookId }: Key,
  deliveryId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ turn: number }>`
    UPDATE webhook_deliveries SET state = 'waiting', turn = turn + 1, next_try_at = now(),
      tries = 0, earlier_tries = earlier_tries + tries, status_code = NULL, problem = NULL, took_ms = NULL
    WHERE client_id = ${clientId} AND webhook_id = ${webhookId} AND id = ${deliveryId} RETURNING turn`.execute(
    tx,
  )
  return rows[0]?.turn
}
