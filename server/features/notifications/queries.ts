import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { FinishedPace, Notification, NotificationSettings } from '#contract/notifications.ts'
import type { NotificationSettings as Settings } from '#server/db/client-tables.ts'
import type { Executor, Tx } from '#server/db/database.ts'

export interface Key {
  readonly clientId: string
  readonly membershipId: string
}

/** A manager who gets mails about a client. */
export interface Recipient extends Key {
  userId: string
  name: string
  email: string
  locale: 'tr' | 'en'
  client: string
  timeZone: string
}

/**
 * The one definition of who may get mails about a client: its managers whose address is known to be theirs. Every query of
 * this file that mails somebody joins it, with the settings as they are or by default.
 */
const recipients = sql`memberships m
  JOIN users u ON u.id = m.user_id AND u.deactivated_at IS NULL AND u.email IS NOT NULL AND u.email_verified_at IS NOT NULL
  JOIN clients c ON c.id = m.client_id
  LEFT JOIN notification_settings s ON s.client_id = m.client_id AND s.membership_id = m.id`

/** Readers get none: they order nothing, decide on no request and may not see everybody who has finished a test. */
const isRecipient = sql`m.role = 'manager' AND NOT m.reader AND m.removed_at IS NULL`

const wants: Record<Notification, RawBuilder<boolean>> = {
  finished: sql<boolean>`coalesce(s.finished, 'off') <> 'off'`,
  quota: sql<boolean>`coalesce(s.quota, true)`,
  requests: sql<boolean>`coalesce(s.requests, true)`,
  transfers: sql<boolean>`coalesce(s.transfers, false)`,
}

const columns = sql`m.client_id AS "clientId", m.id AS "membershipId", u.id AS "userId", u.name, u.email, u.locale,
  c.name AS client, c.time_zone AS "timeZone"`

/** The managers of a client who get some mails. */
export async function findRecipients(
  db: Executor,
  clientId: string,
  notification: Notification,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT ${columns} FROM ${recipients}
    WHERE m.client_id = ${clientId} AND ${isRecipient} AND ${wants[notification]} ORDER BY m.id`.execute(db)
  return rows
}

export interface Own extends Pick<Selectable<Settings>, 'finished' | 'quota' | 'requests' | 'transfers'> {
  membershipId: string
  userId: string
  address: string | null
}

/** The settings of one manager of a client, found by account; undefined for somebody who is none. */
export async function findOwn(
  db: Executor,
  clientId: string,
  by: { userId: string } | { membershipId: string },
): Promise<Own | undefined> {
  const which = 'userId' in by ? sql`m.user_id = ${by.userId}` : sql`m.id = ${by.membershipId}`
  const { rows } = await sql<Own>`
    SELECT m.id AS "membershipId", u.id AS "userId", coalesce(s.finished, 'off') AS finished, ${wants.quota} AS quota,
      ${wants.requests} AS requests, ${wants.transfers} AS transfers,
      CASE WHEN u.email_verified_at IS NOT NULL THEN u.email END AS address
    FROM memberships m JOIN users u ON u.id = m.user_id
    LEFT JOIN notification_settings s ON s.client_id = m.client_id AND s.membership_id = m.id
    WHERE m.client_id = ${clientId} AND ${which} AND ${isRecipient}`.execute(db)
  return rows[0]
}

/** Lets nobody else change what a manager chose until the transaction ends: all of it is written at once. */
export async function lockChoices(
  tx: Tx,
  clientId: string,
  by: { userId: string } | { membershipId: string },
): Promise<void> {
  const which = 'userId' in by ? sql`m.user_id = ${by.userId}` : sql`m.id = ${by.membershipId}`
  await sql`SELECT FROM memberships m WHERE m.client_id = ${clientId} AND ${which} FOR NO KEY UPDATE`.execute(
    tx,
  )
}

/** The numbers of units at which a manager gets a mail, by test. */
export async function findQuotaAt(db: Executor, key: Key): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom('quota_notifications')
    .select(['inventory_id', 'units'])
    .where('client_id', '=', key.clientId)
    .where('membership_id', '=', key.membershipId)
    .execute()
  return new Map(rows.map(({ inventory_id, units }) => [inventory_id, units]))
}

/** The units that a client ever bought, by test. */
export async function findBought(db: Executor, clientId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('quotas')
    .select(['inventory_id', 'purchased'])
    .where('client_id', '=', clientId)
    .execute()
  return new Map(rows.map(({ inventory_id, purchased }) => [inventory_id, Number(purchased)]))
}

/** Stores choices. What happened while finished tests or overdue transfers were not mailed is in no later mail. */
export async function putSettings(
  tx: Tx,
  { clientId, membershipId }: Key,
  { finished, quota, requests, transfers }: Pick<NotificationSettings, Notification>,
): Promise<void> {
  await sql`
    INSERT INTO notification_settings AS s (client_id, membership_id, finished, quota, requests, transfers)
    VALUES (${clientId}, ${membershipId}, ${finished}, ${quota}, ${requests}, ${transfers})
    ON CONFLICT (client_id, membership_id) DO UPDATE SET
      finished = excluded.finished, quota = excluded.quota, requests = excluded.requests, transfers = excluded.transfers,
      finished_until = CASE WHEN s.finished = 'off' THEN now() ELSE s.finished_until END,
      transfers_until = CASE WHEN s.transfers THEN s.transfers_until ELSE now() END`.execute(tx)
}

export async function putQuotaAt(
  tx: Tx,
  { clientId, membershipId }: Key,
  numbers: readonly { inventoryId: string; units: number | null }[],
): Promise<void> {
  await sql`
    INSERT INTO quota_notifications (client_id, membership_id, inventory_id, units)
    SELECT ${clientId}::uuid, ${membershipId}::uuid, t.inventory_id, t.units
    FROM unnest(${numbers.map((one) => one.inventoryId)}::uuid[], ${numbers.map((one) => one.units)}::int[])
      AS t (inventory_id, units)
    ON CONFLICT (client_id, membership_id, inventory_id) DO UPDATE SET units = excluded.units`.execute(tx)
}

/** Deletes what a manager chose, when they leave. */
export async function deleteSettings(tx: Executor, { clientId, membershipId }: Key): Promise<void> {
  for (const table of ['notification_settings', 'quota_notifications'] as const)
    await tx
      .deleteFrom(table)
      .where('client_id', '=', clientId)
      .where('membership_id', '=', membershipId)
      .execute()
}

// By the rule of isLow() in contract/quotas.ts, unless the manager chose a number.
const isLow = sql<boolean>`CASE WHEN n.units IS NULL THEN q.purchased > 0 AND q.available::bigint * 5 <= q.purchased
  ELSE q.purchased > 0 AND q.available <= n.units END`

/** No version of the test was ever sensitive as a whole. */
const isOpen = sql`NOT EXISTS (SELECT FROM inventory_versions v WHERE v.inventory_id = q.inventory_id AND v.sensitive)`

const quotas = sql`quotas q JOIN (${recipients}) ON m.client_id = q.client_id
  LEFT JOIN quota_notifications n ON n.client_id = q.client_id AND n.membership_id = m.id AND n.inventory_id = q.inventory_id`

const quotaChanged = sql`${isRecipient} AND ${wants.quota} AND c.status = 'active' AND ${isOpen}
  AND ${isLow} IS DISTINCT FROM coalesce(n.low, false)`

/** The active clients of which a manager has not seen yet that a quota became low, or is no longer. */
export async function findClientsWithQuotaChange(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT q.client_id AS id FROM ${quotas} WHERE ${quotaChanged} ORDER BY 1`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Notes which quotas of a client are low now. Several servers may do so at once: each change is returned to one of them.
 * @returns those that became low, by manager
 */
export async function markLowQuota(
  tx: Tx,
  clientId: string,
  only: { membershipId: string } | undefined = undefined,
): Promise<{ membershipId: string; inventoryIds: string[] }[]> {
  const whose = only === undefined ? sql`` : sql`AND m.id = ${only.membershipId}`
  const { rows } = await sql<{ membershipId: string; inventoryIds: string[] }>`
    WITH changed AS (
      INSERT INTO quota_notifications AS n (client_id, membership_id, inventory_id, low)
      SELECT q.client_id, m.id, q.inventory_id, ${isLow} FROM ${quotas}
      WHERE q.client_id = ${clientId} AND ${quotaChanged} ${whose} ORDER BY m.id, q.inventory_id
      ON CONFLICT (client_id, membership_id, inventory_id) DO UPDATE SET low = excluded.low WHERE n.low <> excluded.low
      RETURNING membership_id, inventory_id, low)
    SELECT membership_id AS "membershipId", array_agg(inventory_id ORDER BY inventory_id) AS "inventoryIds"
    FROM changed WHERE low GROUP BY 1 ORDER BY 1`.execute(tx)
  return rows
}

/** The units left of some tests. */
export async function findUnits(
  db: Executor,
  clientId: string,
  inventoryIds: readonly string[],
): Promise<Map<string, number>> {
  if (inventoryIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('quotas')
    .select(['inventory_id', 'available'])
    .where('client_id', '=', clientId)
    .where('inventory_id', 'in', inventoryIds)
    .execute()
  return new Map(rows.map(({ inventory_id, available }) => [inventory_id, available]))
}

// A minute earlier, so that what was being stored at that moment is there.
const until = (now: Date | null) => sql<Date>`coalesce(${now}::timestamptz, now()) - interval '1 minute'`

/** The newest 08:00 of the client's days, or of its Mondays; by the wall clock, so that days of 23 and 25 hours are right. */
const newestMorning = (unit: 'day' | 'week', now: Date | null) =>
  sql<Date>`(date_trunc(${sql.lit(unit)}, (${until(now)}) AT TIME ZONE c.time_zone - interval '8 hours')
    + interval '8 hours') AT TIME ZONE c.time_zone`

const arrived = sql`results r
  JOIN inventory_versions v ON v.id = r.version_id AND NOT v.sensitive
  JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id
    AND a.status = 'completed' AND a.restricted_at IS NULL`

export interface Due extends Key {
  pace: FinishedPace
  /** Moments with all their digits. */
  from: string
  until: string
}

/**
 * Who gets a mail about finished tests now, and about which: for `each` those since the last mail, at most one mail in so many
 * minutes over all clients of a manager; for the others those up to 08:00.
 * @param now in place of the database's clock
 */
export async function findFinishedDue(db: Executor, minutes: number, now: Date | null): Promise<Due[]> {
  const { rows } = await sql<Due>`
    WITH chosen AS (
      SELECT m.client_id, m.id, m.user_id, s.finished, s.finished_until,
        CASE s.finished WHEN 'each' THEN ${until(now)} WHEN 'daily' THEN ${newestMorning('day', now)}
          ELSE ${newestMorning('week', now)} END AS until
      FROM ${recipients} WHERE ${isRecipient} AND c.status = 'active' AND s.finished <> 'off')
    SELECT client_id AS "clientId", id AS "membershipId", finished AS pace, finished_until::text AS "from",
      until::text AS until
    FROM chosen
    WHERE finished_until < chosen.until AND (finished <> 'each' OR (${isRested(minutes, now, sql`chosen.user_id`)} AND EXISTS (
      SELECT FROM ${arrived}
      WHERE r.client_id = chosen.client_id AND r.arrived_at > chosen.finished_until AND r.arrived_at <= chosen.until)))
    ORDER BY finished_until, id`.execute(db)
  return rows
}

/** No mail about tests as they finish went to somebody in the last minutes. */
const isRested = (minutes: number, now: Date | null, userId: RawBuilder<unknown>) => sql<boolean>`NOT EXISTS (
  SELECT FROM memberships o JOIN notification_settings x ON x.client_id = o.client_id AND x.membership_id = o.id
  WHERE o.user_id = ${userId} AND x.finished = 'each'
    AND x.finished_mailed_at > coalesce(${now}::timestamptz, now()) - make_interval(mins => ${minutes}::int))`

/**
 * Notes that finished tests are mailed up to a moment.
 * @returns how many there are of each test; undefined where another server was first, or the choice has changed
 */
export async function takeFinished(
  tx: Tx,
  { clientId, membershipId, pace, from, until: end }: Due,
  minutes: number,
  now: Date | null,
): Promise<{ inventoryId: string; count: number }[] | undefined> {
  const { rows: taken } = await sql`
    SELECT s.membership_id FROM notification_settings s
    JOIN memberships m ON m.client_id = s.client_id AND m.id = s.membership_id
    WHERE s.client_id = ${clientId} AND s.membership_id = ${membershipId} AND s.finished = ${pace}
      AND s.finished_until = ${from}::timestamptz AND (${pace} <> 'each' OR ${isRested(minutes, now, sql`m.user_id`)})
    FOR UPDATE OF s`.execute(tx)
  if (taken.length === 0) return undefined
  const { rows } = await sql<{ inventoryId: string; count: number }>`
    SELECT a.inventory_id AS "inventoryId", count(*)::int AS count FROM ${arrived}
    WHERE r.client_id = ${clientId} AND r.arrived_at > ${from}::timestamptz AND r.arrived_at <= ${end}::timestamptz
    GROUP BY 1 ORDER BY 1`.execute(tx)
  await sql`
    UPDATE notification_settings SET finished_until = ${end}::timestamptz,
      finished_mailed_at = CASE WHEN ${rows.length > 0} THEN coalesce(${now}::timestamptz, now()) ELSE finished_mailed_at END
    WHERE client_id = ${clientId} AND membership_id = ${membershipId}`.execute(tx)
  return rows
}

type TransfersDue = Omit<Due, 'pace'>

/** The managers who get a mail at 08:00 of their client about overdue transfers, and the time of their last one. */
export async function findTransfersDue(db: Executor, now: Date | null): Promise<TransfersDue[]> {
  const { rows } = await sql<TransfersDue>`
    SELECT m.client_id AS "clientId", m.id AS "membershipId", s.transfers_until::text AS "from",
      (${newestMorning('day', now)})::text AS until
    FROM ${recipients}
    WHERE ${isRecipient} AND c.status = 'active' AND s.transfers AND s.transfers_until < ${newestMorning('day', now)}
    ORDER BY m.client_id, m.id`.execute(db)
  return rows
}

/** Notes that overdue transfers are mailed up to a moment. @returns their orders; undefined where another server was first */
export async function takeTransfers(
  tx: Tx,
  { clientId, membershipId, from, until: end }: TransfersDue,
): Promise<string[] | undefined> {
  const { rows: taken } = await sql`
    UPDATE notification_settings SET transfers_until = ${end}::timestamptz
    WHERE client_id = ${clientId} AND membership_id = ${membershipId} AND transfers AND transfers_until = ${from}::timestamptz
    RETURNING membership_id`.execute(tx)
  if (taken.length === 0) return undefined
  const orders = await tx
    .selectFrom('orders')
    .select('id')
    .where('client_id', '=', clientId)
    .where('status', '=', 'pending')
    .where('payment_method', '=', 'eft')
    .where('due_at', '>', sql<Date>`${from}::timestamptz`)
    .where('due_at', '<=', sql<Date>`${end}::timestamptz`)
    .orderBy('due_at')
    .execute()
  return orders.map(({ id }) => id)
}

/** The numbers of those orders that still wait for their transfer. */
export async function findOverdueNumbers(
  db: Executor,
  clientId: string,
  orderIds: readonly string[],
): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('orders')
    .select('number')
    .where('client_id', '=', clientId)
    .where('id', 'in', orderIds)
    .where('status', '=', 'pending')
    .orderBy('due_at')
    .execute()
  return rows.map(({ number }) => number)
}
