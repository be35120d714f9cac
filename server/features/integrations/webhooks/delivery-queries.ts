import { sql } from 'kysely'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { Sent } from './post.ts'

export interface Turn {
  readonly clientId: string
  readonly id: string
  readonly webhookId: string
  readonly turn: number
}

export interface Due {
  url: string
  secret: Buffer
  /** The secret before, while it signs as well. */
  oldSecret: Buffer | null
  event: WebhookDelivery['event']
  body: string
  tries: number
  now: Date
  off: boolean
  /** Milliseconds until its webhook is asked again; null for one that is asked now. A test does not wait. */
  pausedMs: number | null
}

/** The delivery whose turn it is; undefined where something came between. */
export async function findDue(db: Executor, { clientId, id, turn }: Turn): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    SELECT w.url, w.secret, CASE WHEN w.old_secret_until > now() THEN w.old_secret END AS "oldSecret", d.event, d.body,
      d.tries, now() AS now, w.off_at IS NOT NULL AS off, CASE WHEN d.event <> 'test' AND w.paused_until > now()
        THEN ceil(extract(epoch FROM w.paused_until - now()) * 1000)::integer END AS "pausedMs"
    FROM webhook_deliveries d JOIN webhooks w ON w.client_id = d.client_id AND w.id = d.webhook_id
    WHERE d.client_id = ${clientId} AND d.id = ${id} AND d.turn = ${turn} AND d.state = 'waiting'`.execute(db)
  return rows[0]
}

/**
 * Writes down the outcome of a try.
 * @param next milliseconds to the next one of a delivery that waits
 * @returns false where something came between, such as "send again"
 */
export async function writeTry(
  tx: Tx,
  { clientId, id, turn }: Turn,
  { status, problem, ms }: Sent,
  state: WebhookDelivery['state'],
  next: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE webhook_deliveries SET state = ${state}, turn = turn + 1, tries = tries + 1, status_code = ${status}::integer,
      problem = ${problem}::text, took_ms = ${ms}::integer, tried_at = now(),
      next_try_at = now() + ${next}::integer * interval '1 millisecond'
    WHERE client_id = ${clientId} AND id = ${id} AND turn = ${turn} RETURNING id`.execute(tx)
  return rows.length > 0
}

/** Gives up a delivery of a webhook that is off. */
export async function writeOff(db: Executor, { clientId, id, turn }: Turn): Promise<void> {
  await sql`UPDATE webhook_deliveries SET state = 'failed', turn = turn + 1, next_try_at = NULL, problem = 'off'
    WHERE client_id = ${clientId} AND id = ${id} AND turn = ${turn} AND state = 'waiting'`.execute(db)
}

/** Puts a delivery off. @returns false where something came between */
export async function writePause(tx: Tx, { clientId, id, turn }: Turn, ms: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE webhook_deliveries SET turn = turn + 1, next_try_at = now() + ${ms}::integer * interval '1 millisecond'
    WHERE client_id = ${clientId} AND id = ${id} AND turn = ${turn} AND state = 'waiting' RETURNING id`.execute(
    tx,
  )
  return rows.length > 0
}

export async function writeSuccess(tx: Tx, { clientId, webhookId }: Turn): Promise<void> {
  await sql`UPDATE webhooks SET succeeded_at = now(), failing_since = NULL, failures = 0, paused_until = NULL
    WHERE client_id = ${clientId} AND id = ${webhookId}`.execute(tx)
}

/**
 * Writes down that a webhook failed, and pauses it. Between the end of a pause and the next failure nothing was due, so this
 * time does not count.
 * @returns whether nothing has arrived for so many days
 */
export async function writeFailure(
  tx: Tx,
  { clientId, webhookId }: Turn,
  { days, pauseMs }: { days: number; pauseMs: number },
): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    UPDATE webhooks SET failures = failures + 1, paused_until = now() + ${pauseMs}::integer * interval '1 millisecond',
      failing_since = coalesce(failing_since + greatest(now() - paused_until, interval '0'), now())
    WHERE client_id = ${clientId} AND id = ${webhookId}
    RETURNING failing_since <= now() - make_interval(days => ${days}::int) AS over`.execute(tx)
  return rows[0]?.over ?? false
}

/** A webhook that is off, for the mail about it. */
export async function findOff(
  db: Executor,
  clientId: string,
  id: string,
): Promise<{ url: string } | undefined> {
  return db
    .selectFrom('webhooks')
    .select('url')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('off_at', 'is not', null)
    .executeTakeFirst()
}
