import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhooks.ts'
import type { Executor } from '#server/db/database.ts'

export interface Listener {
  id: string
  events: WebhookEvent[]
  at: Date
}

/**
 * The webhooks of a client that are on and want some of these events, with the transaction's time: one look into the primary key.
 * They are not deleted before the transaction ends, or what refers to them would undo it.
 */
export async function findListeners(
  tx: Executor,
  clientId: string,
  types: readonly WebhookEvent[],
): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    SELECT id, events, now() AS at FROM webhooks
    WHERE client_id = ${clientId} AND off_at IS NULL AND events && ${types}::text[]
    ORDER BY id FOR KEY SHARE`.execute(tx)
  return rows
}

/** Those of these assignments whose tests are not sensitive as a whole in any version, as lists hide them, with their people, in the order of their ids. */
export async function findTold(
  tx: Executor,
  clientId: string,
  ids: readonly string[],
): Promise<{ assignmentId: string; membershipId: string }[]> {
  const { rows } = await sql<{ assignmentId: string; membershipId: string }>`
    SELECT a.id AS "assignmentId", a.membership_id AS "membershipId"
    FROM assignments a
    WHERE a.client_id = ${clientId} AND a.id = ANY (${ids}::uuid[]) AND NOT EXISTS (
      SELECT FROM inventory_versions v WHERE v.inventory_id = a.inventory_id AND v.sensitive) ORDER BY a.id`.execute(
    tx,
  )
  return rows
}

export interface NewDelivery {
  readonly id: string
  readonly webhookId: string
  readonly event: WebhookEvent | 'test'
  readonly body: string
}

export async function insertDeliveries(
  tx: Executor,
  clientId: string,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (client_id, id, webhook_id, event, body)
    SELECT ${clientId}::uuid, d.id, d."webhookId", d.event, d.body
    FROM json_to_recordset(${JSON.stringify(deliveries)}::json) AS d (id uuid, "webhookId" uuid, event text, body text)`.execute(
    tx,
  )
}
