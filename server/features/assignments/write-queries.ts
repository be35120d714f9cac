import { sql } from 'kysely'
import type { NewOrder } from '#contract/access-fields.ts'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { Locale } from '#contract/fields.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'

export interface NewAssignment {
  id: string
  membershipId: string
  userId: string
  inventoryId: string
  versionId: string
  /** Which one it is of those the person gets, from 1. */
  place: number
}

export interface CommonFields {
  client: Pick<AuthorizedClient, 'id' | 'timeZone'>
  description: string
  locale: Locale
  dueDate: string | null
  createdBy: string
  accommodations: Accommodations
  /** The opening time on the client's clock. */
  opensAt: string | null
  /** The order in which each person takes them one after the other. */
  order: ({ batteryId: string } & NewOrder) | undefined
}

/** Adds assignments in one statement, leaving out those for which the same inventory is pending. Returns the added ones. */
export async function insertAssignments(
  db: Executor,
  common: CommonFields,
  rows: readonly NewAssignment[],
): Promise<{ id: string; membershipId: string; userId: string; inventoryId: string }[]> {
  const { client, order } = common
  const { timePercent, textSize, readAloud, breaks, breakMinutes } = common.accommodations
  const added = await sql<{ id: string; membershipId: string; userId: string; inventoryId: string }>`
    INSERT INTO assignments
      (client_id, id, membership_id, user_id, inventory_id, version_id, description, locale, due_date, created_by,
       time_percent, text_size, read_aloud, breaks, break_minutes, opens_at, battery_id, battery_place, pause_minutes)
    SELECT ${client.id}::uuid, id, membership_id, user_id, inventory_id, version_id, ${common.description},
           ${common.locale}, ${common.dueDate}::date, ${common.createdBy}::uuid,
           ${timePercent}::integer, ${textSize}::integer, ${readAloud}::boolean,
           ${breaks}::integer, ${breakMinutes}::integer,
           ${common.opensAt}::timestamp AT TIME ZONE ${client.timeZone},
           ${order?.batteryId ?? null}::uuid, CASE WHEN ${order !== undefined}::boolean THEN place END,
           ${order?.pauseMinutes ?? null}::integer
    FROM unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.membershipId)}::uuid[],
      ${rows.map((r) => r.userId)}::uuid[], ${rows.map((r) => r.inventoryId)}::uuid[],
      ${rows.map((r) => r.versionId)}::uuid[], ${rows.map((r) => r.place)}::integer[])
      AS t (id, membership_id, user_id, inventory_id, version_id, place)
    ORDER BY membership_id, inventory_id
    ON CONFLICT (client_id, membership_id, inventory_id) WHERE status = 'pending' DO NOTHING
    RETURNING id, membership_id AS "membershipId", user_id AS "userId", inventory_id AS "inventoryId"`.execute(
    db,
  )
  return added.rows
}

/** Ends a pending assignment that was never started; false when it was ended, or started, in the meantime. */
export async function endUnstarted(
  db: Executor,
  key: { clientId: string; id: string },
  end: { status: 'expired'; reason: 'past_due' } | { status: 'cancelled'; reason: 'consent_refused' },
): Promise<boolean> {
  const ended = await db
    .updateTable('assignments')
    .set({ status: end.status, end_reason: end.reason, ended_at: sql`now()` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('status', '=', 'pending')
    .where('started_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export async function markCancelled(
  db: Executor,
  key: { clientId: string; ids: readonly string[]; reason: 'cancelled' | 'removed' | 'replaced' | 'closed' },
): Promise<void> {
  await sql`
    UPDATE assignments SET status = 'cancelled', end_reason = ${key.reason}, ended_at = now()
    WHERE client_id = ${key.clientId} AND id = ANY (${key.ids}::uuid[]) AND status = 'pending'`.execute(db)
}

/** Ends pending tests that nobody has handed in, as of the last thing that happened to them. */
export async function markIdle(
  db: Executor,
  clientId: string,
  rows: readonly { id: string; started: boolean; endedAt: Date }[],
): Promise<void> {
  await sql`
    UPDATE assignments a SET status = CASE WHEN t.started THEN 'cancelled' ELSE 'expired' END, end_reason = 'past_due',
      ended_at = t.ended_at
    FROM unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.started)}::boolean[],
      ${rows.map((row) => row.endedAt)}::timestamptz[]) AS t (id, started, ended_at)
    WHERE a.client_id = ${clientId} AND a.id = t.id AND a.status = 'pending'`.execute(db)
}

/** Ends a test whose consent was withdrawn; one that had ended before keeps its status, which others count. */
export async function markConsentWithdrawn(
  db: Executor,
  key: { clientId: string; id: string },
): Promise<void> {
  await sql`
    UPDATE assignments SET end_reason = 'consent_withdrawn', ended_at = coalesce(ended_at, now()),
      status = CASE status WHEN 'pending' THEN 'cancelled' ELSE status END
    WHERE client_id = ${key.clientId} AND id = ${key.id}`.execute(db)
}

export async function setDueDate(
  db: Executor,
  key: { clientId: string; ids: readonly string[]; dueDate: string },
): Promise<void> {
  await sql`
    UPDATE assignments SET due_date = ${key.dueDate}::date
    WHERE client_id = ${key.clientId} AND id = ANY (${key.ids}::uuid[]) AND status = 'pending'`.execute(db)
}

export async function setAccommodations(
  db: Executor,
  key: { clientId: string; ids: readonly string[] },
  { timePercent, textSize, readAloud, breaks, breakMinutes }: Accommodations,
): Promise<void> {
  if (key.ids.length === 0) return
  await db
    .updateTable('assignments')
    .set({
      time_percent: timePercent,
      text_size: textSize,
      read_aloud: readAloud,
      breaks,
      break_minutes: breakMinutes,
    })
    .where('client_id', '=', key.clientId)
    .where('id', 'in', key.ids)
    .execute()
}

/** @returns whether it was another moment before */
export async function setOpening(
  db: Executor,
  client: AuthorizedClient,
  { id, opensAt }: { id: string; opensAt: string | null },
): Promise<boolean> {
  const moment = sql`${opensAt}::timestamp AT TIME ZONE ${client.timeZone}`
  const { rows } = await sql`
    UPDATE assignments SET opens_at = ${moment}
    WHERE client_id = ${client.id} AND id = ${id} AND opens_at IS DISTINCT FROM ${moment}
    RETURNING 1`.execute(db)
  return rows.length > 0
}

/**
 * Adds assignments like the given ones for another person; accommodations are a person's own and stay behind. Leaves out
 * what is pending for that person.
 */
export async function copyAssignments(
  db: Executor,
  { id: clientId }: AuthorizedClient,
  copies: {
    rows: readonly { id: string; from: string }[]
    to: { userId: string; membershipId: string }
    by: string
  },
): Promise<{ id: string; inventoryId: string }[]> {
  const { rows, to, by } = copies
  const added = await sql<{ id: string; inventoryId: string }>`
    INSERT INTO assignments
      (client_id, id, membership_id, user_id, inventory_id, version_id, description, locale, due_date, created_by,
       opens_at, battery_id, battery_place, pause_minutes)
    SELECT a.client_id, t.id, ${to.membershipId}::uuid, ${to.userId}::uuid, a.inventory_id, a.version_id, a.description,
           a.locale, a.due_date, ${by}::uuid, a.opens_at, a.battery_id, a.battery_place, a.pause_minutes
    FROM unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.from)}::uuid[]) AS t (id, old)
    JOIN assignments a ON a.client_id = ${clientId} AND a.id = t.old
    ORDER BY a.inventory_id
    ON CONFLICT (client_id, membership_id, inventory_id) WHERE status = 'pending' DO NOTHING
    RETURNING id, inventory_id AS "inventoryId"`.execute(db)
  return added.rows
}

/** Makes expired assignments pending again where the same inventory is not pending for the person. Returns which. */
export async function reopenExpired(
  db: Executor,
  key: { clientId: string; ids: readonly string[]; dueDate: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    UPDATE assignments a SET status = 'pending', due_date = ${key.dueDate}::date, ended_at = NULL, end_reason = NULL
    WHERE a.client_id = ${key.clientId} AND a.id = ANY (${key.ids}::uuid[]) AND a.status = 'expired'
      AND a.erased_at IS NULL
      AND NOT EXISTS (SELECT FROM assignments o WHERE o.client_id = a.client_id AND o.membership_id = a.membership_id
                      AND o.inventory_id = a.inventory_id AND o.status = 'pending')
    RETURNING a.id`.execute(db)
  return new Set(rows.map((row) => row.id))
}
