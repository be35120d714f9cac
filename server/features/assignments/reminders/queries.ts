import { sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { isRead, isWithheld } from '#server/db/withheld.ts'
import { assignmentFilter, type Filter } from '#server/features/assignments/filter.ts'

// A person who takes a test on a test day's tablet needs no link.
const isAtHome = sql`a.test_day_id IS NULL`

/** The first moment from now on, or from the given one, at which people of a time zone may be written to: 08:00 to 21:00. */
export async function findSendTime(
  db: Executor,
  timeZone: string,
  from: Date | null,
): Promise<{ sendAt: Date; queued: boolean }> {
  const { rows } = await sql<{ sendAt: Date; queued: boolean }>`
    WITH clock AS (
      SELECT moment, moment AT TIME ZONE ${timeZone} AS local FROM coalesce(${from}::timestamptz, now()) AS moment
    ), day AS (
      SELECT moment, local::time AS hour, date_trunc('day', local) + interval '8 hours' AS morning FROM clock
    )
    SELECT CASE WHEN hour < '08:00' THEN morning AT TIME ZONE ${timeZone}
                WHEN hour >= '21:00' THEN (morning + interval '1 day') AT TIME ZONE ${timeZone}
                ELSE moment END AS "sendAt",
           hour < '08:00' OR hour >= '21:00' AS queued
    FROM day`.execute(db)
  const found = rows[0]
  if (found === undefined) throw new Error('a moment has no time')
  return found
}

/** Which of these assignments had a reminder within the last hours, or have one that waits. */
export async function findReminded(
  db: Executor,
  key: { clientId: string; assignmentIds: readonly string[]; hours: number },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT assignment_id AS id FROM reminders
    WHERE client_id = ${key.clientId} AND assignment_id = ANY (${key.assignmentIds}::uuid[])
      AND send_at > now() - make_interval(hours => ${key.hours})`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Which of these assignments wait for their client, and why: closed to everybody, or to candidates alone. */
export async function findWithheld(
  db: Executor,
  key: { clientId: string; assignmentIds: readonly string[] },
): Promise<Map<string, 'inventory_not_enabled' | 'not_for_candidates'>> {
  const { rows } = await sql<{ id: string; enabled: boolean }>`
    SELECT a.id, EXISTS (SELECT FROM inventory_enablements e
      WHERE e.client_id = a.client_id AND e.inventory_id = a.inventory_id AND ${isRead('e')}) AS enabled
    FROM assignments a
    WHERE a.client_id = ${key.clientId} AND a.id = ANY (${key.assignmentIds}::uuid[]) AND ${isWithheld('a')}`.execute(
    db,
  )
  return new Map(
    rows.map(({ id, enabled }) => [id, enabled ? 'not_for_candidates' : 'inventory_not_enabled']),
  )
}

/** Counts the people of a filter's unfinished tests: those who would get a mail now, and the others by reason. */
export async function countReachable(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
  hours: number,
): Promise<{ people: number; withoutEmail: number; recently: number; justInvited: number }> {
  const { rows } = await sql<{ people: number; withoutEmail: number; recently: number; justInvited: number }>`
    SELECT count(*) FILTER (WHERE has_email AND fresh) AS people,
           count(*) FILTER (WHERE NOT has_email) AS "withoutEmail",
           count(*) FILTER (WHERE has_email AND NOT fresh) AS recently,
           count(*) FILTER (WHERE has_email AND fresh AND just_invited) AS "justInvited"
    FROM (
      SELECT m.email IS NOT NULL AS has_email, bool_or(a.created_at > now() - interval '1 hour') AS just_invited,
             bool_or(NOT EXISTS (SELECT FROM reminders r WHERE r.client_id = a.client_id AND r.assignment_id = a.id
                                 AND r.send_at > now() - make_interval(hours => ${hours}))) AS fresh
      FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
      JOIN users u ON u.id = a.user_id
      LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
      WHERE ${assignmentFilter(client, filter)} AND a.status = 'pending'
        AND m.removed_at IS NULL AND u.deactivated_at IS NULL
        AND coalesce((now() AT TIME ZONE ${client.timeZone})::date <= a.due_date, true)
        AND coalesce(a.opens_at <= now(), true) AND ${isAtHome} AND NOT ${isWithheld('a')}
        AND (a.started_at IS NULL OR t.deadline IS NULL OR t.deadline > now())
      GROUP BY m.id, m.email
    ) person`.execute(db)
  return rows[0] ?? { people: 0, withoutEmail: 0, recently: 0, justInvited: 0 }
}

/** Counts the people that a command of several steps reminded. */
export async function countReminded(db: Executor, clientId: string, command: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT a.membership_id) AS count
    FROM audit_entries e
    CROSS JOIN LATERAL jsonb_array_elements_text(e.details -> 'assignments') AS one (id)
    JOIN assignments a ON a.client_id = ${clientId} AND a.id = one.id::uuid
    WHERE e.command_id = ${command} AND e.client_id = ${clientId}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface NewReminder {
  id: string
  assignmentId: string
  membershipId: string
}

export async function insertReminders(
  db: Executor,
  common: { clientId: string; by: string; sendAt: Date },
  rows: readonly NewReminder[],
): Promise<void> {
  await sql`
    INSERT INTO reminders (client_id, id, assignment_id, membership_id, created_by, send_at)
    SELECT ${common.clientId}::uuid, id, assignment_id, membership_id, ${common.by}::uuid, ${common.sendAt}::timestamptz
    FROM unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.assignmentId)}::uuid[],
      ${rows.map((row) => row.membershipId)}::uuid[]) AS t (id, assignment_id, membership_id)`.execute(db)
}

/**
 * Takes the reminders of one membership that are due and were not sent for this job, through all of its tries. What another
 * job has taken is left to it, for an hour at most: a mail is on its way for a minute, and a job that was given up is gone.
 * @returns them; `again` where an earlier try of this job ended without letting go of them, so that their mail may have gone out
 */
export async function claimUnsent(
  db: Executor,
  key: { clientId: string; membershipId: string; jobId: string },
): Promise<{ id: string; assignmentId: string; again: boolean }[]> {
  const { rows } = await sql<{ id: string; assignmentId: string; again: boolean }>`
    WITH due AS (
      SELECT id, claimed_by FROM reminders
      WHERE client_id = ${key.clientId} AND membership_id = ${key.membershipId} AND sent_at IS NULL
        AND send_at <= now() + interval '1 minute'
        AND (claimed_by IS NULL OR claimed_by = ${key.jobId} OR claimed_at < now() - interval '1 hour')
      FOR UPDATE)
    UPDATE reminders r SET claimed_by = ${key.jobId}, claimed_at = now() FROM due
    WHERE r.client_id = ${key.clientId} AND r.id = due.id
    RETURNING r.id, r.assignment_id AS "assignmentId", due.claimed_by IS NOT NULL AND due.claimed_by = ${key.jobId} AS again`.execute(
    db,
  )
  return rows
}

/** Lets go of what a job has taken and knows not to have sent. */
export async function releaseUnsent(
  db: Executor,
  key: { clientId: string; jobId: string; ids: readonly string[] },
): Promise<void> {
  if (key.ids.length === 0) return
  await db
    .updateTable('reminders')
    .set({ claimed_by: null, claimed_at: null })
    .where('client_id', '=', key.clientId)
    .where('id', 'in', key.ids)
    .where('claimed_by', '=', key.jobId)
    .where('sent_at', 'is', null)
    .execute()
}

export async function markSent(
  db: Executor,
  key: { clientId: string; ids: readonly string[] },
): Promise<void> {
  if (key.ids.length === 0) return
  await db
    .updateTable('reminders')
    .set({ sent_at: sql`now()` })
    .where('client_id', '=', key.clientId)
    .where('id', 'in', key.ids)
    .execute()
}

/** Forgets reminders that no mail went out for: lists would show them as sent. */
export async function deleteUnsent(
  db: Executor,
  key: { clientId: string; ids: readonly string[] },
): Promise<void> {
  if (key.ids.length === 0) return
  await db
    .deleteFrom('reminders')
    .where('client_id', '=', key.clientId)
    .where('id', 'in', key.ids)
    .where('sent_at', 'is', null)
    .execute()
}

/** The client in whose name a mail goes out. */
export async function findWriter(
  db: Executor,
  clientId: string,
): Promise<{ timeZone: string; suspended: boolean } | undefined> {
  return db
    .selectFrom('clients')
    .select(['time_zone as timeZone', sql<boolean>`status <> 'active'`.as('suspended')])
    .where('id', '=', clientId)
    .executeTakeFirst()
}

/**
 * Writes down the reminders that are due by the clock, of tests that can be started. Who was reminded, or given the test, within half a day waits; so
 * does everybody where it is night. Of servers that look at once each row is one's alone. A person's rows come together.
 */
export async function insertDueReminders(
  db: Executor,
  now: Date | null,
  limit: number,
): Promise<{ clientId: string; membershipId: string }[]> {
  const { rows } = await sql<{ clientId: string; membershipId: string }>`
    INSERT INTO reminders (client_id, id, assignment_id, membership_id, due_date, days_before, send_at)
    SELECT a.client_id, gen_random_uuid(), a.id, a.membership_id, a.due_date, a.due_date - l.local::date, now()
    FROM coalesce(${now}::timestamptz, now()) AS moment
    CROSS JOIN assignments a
    JOIN clients c ON c.id = a.client_id AND c.status = 'active'
    CROSS JOIN LATERAL (SELECT moment AT TIME ZONE c.time_zone AS local) l
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id AND m.removed_at IS NULL AND m.email IS NOT NULL
    JOIN users u ON u.id = a.user_id AND u.deactivated_at IS NULL
    WHERE a.status = 'pending'
      AND a.due_date BETWEEN (moment AT TIME ZONE 'UTC')::date AND (moment AT TIME ZONE 'UTC')::date + 5
      AND a.due_date - l.local::date = ANY (c.reminder_days)
      AND l.local::time >= '08:00' AND l.local::time < '21:00'
      AND a.created_at < moment - interval '12 hours'
      AND coalesce(a.opens_at <= moment, true) AND ${isAtHome} AND NOT ${isWithheld('a')}
      AND NOT EXISTS (SELECT FROM reminders r WHERE r.client_id = a.client_id AND r.assignment_id = a.id
                      AND (r.send_at > moment - interval '12 hours'
                           OR (r.due_date = a.due_date AND r.days_before = a.due_date - l.local::date)))
    ORDER BY a.client_id, a.membership_id, a.id LIMIT ${limit}
    ON CONFLICT (client_id, assignment_id, due_date, days_before) WHERE due_date IS NOT NULL DO NOTHING
    RETURNING client_id AS "clientId", membership_id AS "membershipId"`.execute(db)
  return rows
}
