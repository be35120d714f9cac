import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isRead } from '#server/db/withheld.ts'

export interface TabletRow {
  client_id: string
  id: string
  test_day_id: string
  name: string
  room: string
  created_at: Date
  opened_at: Date | null
  last_seen_at: Date
  revoked_at: Date | null
  pending_at: Date | null
  confirmed_at: Date | null
}

/** True when it opens only once a manager has confirmed it. */
export const isPending = ({ pending_at, confirmed_at }: TabletRow): boolean =>
  pending_at !== null && confirmed_at === null

const tabletColumns = [
  'client_id',
  'id',
  'test_day_id',
  'name',
  'room',
  'created_at',
  'opened_at',
  'last_seen_at',
  'revoked_at',
  'pending_at',
  'confirmed_at',
] as const

export async function insertTablet(
  tx: Executor,
  tablet: {
    clientId: string
    id: string
    testDayId: string
    name: string
    room: string
    tokenHash: Buffer
    deviceHash: Buffer
    pending: boolean
  },
): Promise<void> {
  await tx
    .insertInto('tablets')
    .values({
      client_id: tablet.clientId,
      id: tablet.id,
      test_day_id: tablet.testDayId,
      name: tablet.name,
      room: tablet.room,
      token_hash: tablet.tokenHash,
      device_hash: tablet.deviceHash,
      pending_at: tablet.pending ? sql`now()` : null,
    })
    .execute()
}

/** Gives the device that has made a tablet another token, before anything was done with the first. @returns whether it did */
export async function replaceToken(
  tx: Executor,
  tablet: { clientId: string; id: string; tokenHash: Buffer; deviceHash: Buffer },
): Promise<boolean> {
  const replaced = await tx
    .updateTable('tablets')
    .set({ token_hash: tablet.tokenHash })
    .where('client_id', '=', tablet.clientId)
    .where('id', '=', tablet.id)
    .where('device_hash', '=', tablet.deviceHash)
    .where('opened_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/**
 * Makes a tablet need a manager's confirmation from now on.
 * @returns whether it did not before
 */
export async function markPending(tx: Executor, key: { clientId: string; id: string }): Promise<boolean> {
  const marked = await tx
    .updateTable('tablets')
    .set({ pending_at: sql`now()` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('pending_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Tablets of a day that wait for a confirmation need none any more: the PIN was replaced. */
export async function endPending(tx: Executor, key: { clientId: string; testDayId: string }): Promise<void> {
  await tx
    .updateTable('tablets')
    .set({ pending_at: null })
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.testDayId)
    .where('pending_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .execute()
}

/**
 * Confirms a tablet that is pending.
 * @param unopenedBefore also one that is not, where it was not opened since then
 * @returns its name; undefined where there is nothing to confirm
 */
export async function markConfirmed(
  tx: Executor,
  key: { clientId: string; testDayId: string; id: string },
  unopenedBefore: Date | undefined,
): Promise<string | undefined> {
  const confirmed = await tx
    .updateTable('tablets')
    .set({ confirmed_at: sql`now()` })
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.testDayId)
    .where('id', '=', key.id)
    .where((where) =>
      where.or([
        where('pending_at', 'is not', null),
        ...(unopenedBefore ? [where('opened_at', 'is', null), where('opened_at', '<', unopenedBefore)] : []),
      ]),
    )
    .where('confirmed_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return confirmed?.name
}

/** The tablet of a live token; a withdrawn one too, which learns of it so. */
export async function findTablet(
  db: Executor,
  key: { clientId: string; id: string },
  tokenHash: Buffer,
): Promise<TabletRow | undefined> {
  return db
    .selectFrom('tablets')
    .select(tabletColumns)
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** The tablets of a day, in the order in which they were set up; a day has at most a hundred. */
export async function findTablets(
  db: Executor,
  key: { clientId: string; testDayId: string },
): Promise<TabletRow[]> {
  return db
    .selectFrom('tablets')
    .select(tabletColumns)
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.testDayId)
    .orderBy('id')
    .execute()
}

/** Notes that a tablet is there, at most every five seconds. */
export async function markSeen(db: Executor, key: { clientId: string; id: string }): Promise<void> {
  await sql`
    UPDATE tablets SET last_seen_at = now()
    WHERE client_id = ${key.clientId} AND id = ${key.id} AND last_seen_at < now() - interval '5 seconds'`.execute(
    db,
  )
}

/** Notes the first opening of the day: no test on the tablet is older. Unlocking opens it again and changes nothing. */
export async function markOpened(
  db: Executor,
  key: { clientId: string; id: string },
  startsAt: Date,
): Promise<void> {
  await db
    .updateTable('tablets')
    .set({
      opened_at: sql`CASE WHEN opened_at >= ${startsAt} THEN opened_at ELSE now() END`,
      last_seen_at: sql`now()`,
    })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** A tablet that was not withdrawn, held so that a withdrawal ends what it opens meanwhile. */
export async function holdTablet(tx: Executor, key: { clientId: string; id: string }): Promise<boolean> {
  const held = await tx
    .selectFrom('tablets')
    .select('id')
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** Withdraws a tablet and ends the sessions on it. @returns whether it was there */
export async function markRevoked(
  tx: Executor,
  key: { clientId: string; testDayId: string; id: string },
): Promise<boolean> {
  const revoked = await tx
    .updateTable('tablets')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.testDayId)
    .where('id', '=', key.id)
    .returning('id')
    .executeTakeFirst()
  if (revoked === undefined) return false
  await endSessionsOn(tx, key.id)
  await withdrawTokens(tx, { clientId: key.clientId, tabletId: key.id })
  return true
}

/** Withdraws the tokens of tests begun on the tablet: answers that it still sends need a decision. */
async function withdrawTokens(tx: Executor, key: { clientId: string; tabletId: string }): Promise<void> {
  await tx
    .updateTable('attempt_tokens')
    .set({ withdrawn_at: sql`now()` })
    .where('client_id', '=', key.clientId)
    .where('tablet_id', '=', key.tabletId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** One person at a time: who enters ends the session of the one before. */
export async function endSessionsOn(tx: Executor, tabletId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('tablet_id', '=', tabletId).execute()
}

/** Somebody who has finished only reads their receipt, for half a minute: the tablet's signing out may get lost. */
export async function endSoonOn(tx: Executor, tabletId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ expires_at: sql`now() + interval '30 seconds'` })
    .where('tablet_id', '=', tabletId)
    .execute()
}

/**
 * Finds the basis of a day's package. Its version changes with the people and tests, and with what may be begun from it.
 * Beginnings don't change it: each would load the package again.
 */
export async function findPackage(
  db: Executor,
  key: { clientId: string; testDayId: string },
): Promise<{ version: string; sensitiveOffline: boolean }> {
  const { rows } = await sql<{ version: string; sensitiveOffline: boolean }>`
    SELECT md5(concat(d.sensitive_offline, ' ', content.people)) AS version, d.sensitive_offline AS "sensitiveOffline"
    FROM test_days d CROSS JOIN LATERAL (SELECT string_agg(one, ',' ORDER BY one) AS people FROM (
      SELECT concat_ws(' ', encode(p.code_hash, 'hex'), m.name, a.id, a.version_id, a.status IN ('cancelled', 'expired'), a.time_percent, a.text_size, a.read_aloud, a.breaks, a.break_minutes,
        (SELECT support_contact FROM clients WHERE id = p.client_id),
        EXISTS (SELECT FROM inventory_enablements e WHERE e.client_id = a.client_id AND e.inventory_id = a.inventory_id
          AND ${isRead('e')})) AS one
      FROM test_day_people p
      JOIN memberships m ON m.client_id = p.client_id AND m.id = p.membership_id AND m.removed_at IS NULL
      LEFT JOIN assignments a ON a.client_id = p.client_id AND a.membership_id = p.membership_id
        AND a.test_day_id = p.test_day_id
      WHERE p.client_id = d.client_id AND p.test_day_id = d.id) AS described) AS content
    WHERE d.client_id = ${key.clientId} AND d.id = ${key.testDayId}`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error(`There is no test day ${key.testDayId}`)
  return found
}

/** A day's people with the numbers that their codes begin with. */
export async function findNumbers(
  db: Executor,
  key: { clientId: string; testDayId: string },
): Promise<{ userId: string; codeNumber: number }[]> {
  return db
    .selectFrom('test_day_people')
    .select(['user_id as userId', 'code_number as codeNumber'])
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.testDayId)
    .execute()
}
