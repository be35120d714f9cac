import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { hasScales, ofIdle, type Start, tests, type What } from './queries.ts'

/** Counts of what ends: tests, and sensitive scales of tests whose rest stays. */
export interface Ending {
  tests: number
  scales: number
  /** People without a test that stays: the data of others ends with their last test. */
  people: number
}

/** When the period of a test ends, or of its sensitive scales, by `periods`; null where it has none. */
const endOf = (what: What, start: Start) => sql`(
  SELECT max(period_end(${start}, p.months, p.until)) FROM periods p
  WHERE p.version_id = a.version_id AND p.role = m.role AND p.what = ${sql.lit(what)} ${what === 'scales' ? sql`AND ${hasScales}` : sql``})`

/** When each test of a client ends, and its scales if they end before; nothing before managers could read of it. */
const endings = (clientId: string, days: number) => sql`
  periods AS MATERIALIZED (
    SELECT v.id AS version_id, r.role, w.what, p.months, p.until
    FROM inventory_versions v
    CROSS JOIN (VALUES ('candidate'), ('employee'), ('manager')) r (role)
    CROSS JOIN LATERAL (VALUES ('tests', v.inventory_id, v.sensitive), ('scales', NULL, true)) w (what, inventory_id, sensitive)
    CROSS JOIN LATERAL retention_periods(${clientId}, w.inventory_id, r.role, w.sensitive) p
    WHERE w.what = 'tests' OR v.sensitive_scales <> '{}'),
  -- Materialized: inlined, each end would be looked up where it is used.
  ends AS MATERIALIZED (
    SELECT a.id, a.erasure_announced, a.scales_announced, (SELECT erasing_start()) AS floor,
      ${endOf('tests', sql`begun.start`)} AS tests, ${endOf('scales', sql`begun.start`)} AS scales
    ${tests}
    CROSS JOIN LATERAL (SELECT CASE WHEN a.ended_at IS NOT NULL THEN a.ended_at
      -- What was given too late for any end by then costs no look at its answers.
      WHEN least(${endOf('tests', sql`a.created_at`)}, ${endOf('scales', sql`a.created_at`)}) < now() + make_interval(days => ${days}::int)
      THEN ${ofIdle} END AS start OFFSET 0) begun
    WHERE a.client_id = ${clientId} AND a.erased_at IS NULL AND m.held_at IS NULL AND begun.start IS NOT NULL),
  endings AS (
    SELECT id, erasure_announced, scales_announced, greatest(tests, floor) AS tests,
      CASE WHEN greatest(scales, floor) < greatest(tests, floor) AND scales IS NOT NULL THEN greatest(scales, floor) END AS scales
    FROM ends)`

/** When each of a client's people ends who has no test that is not erased. Who was here several times is the newest of them. */
const peopleEndings = (clientId: string, days: number) => {
  // Each once and not for each person. None ends earlier than by the periods in force.
  const months = (role: string) => sql`(SELECT retention_months(${clientId}, NULL, ${role}, false))`
  return sql`
  people AS MATERIALIZED (
    SELECT m.id, m.erasure_announced AS announced, person_kept_until(m.client_id, m.user_id) AS ends FROM memberships m
    WHERE m.client_id = ${clientId} AND m.erased_at IS NULL AND m.role <> 'manager' AND m.held_at IS NULL
      -- No end by then, whatever else they were or took.
      AND CASE m.role WHEN 'candidate' THEN m.joined_at + make_interval(months => ${months('candidate')})
        ELSE m.removed_at + make_interval(months => ${months('employee')}) END < now() + make_interval(days => ${days}::int)
      AND NOT EXISTS (SELECT FROM assignments a
        WHERE a.client_id = m.client_id AND a.membership_id = m.id AND a.erased_at IS NULL)
      AND NOT EXISTS (SELECT FROM memberships other
        WHERE other.user_id = m.user_id AND other.client_id = m.client_id AND other.erased_at IS NULL
          AND other.role <> 'manager' AND (other.joined_at, other.id) > (m.joined_at, m.id)))`
}

/** Counts what ends from `days.from` to `days.to` days from now. */
export async function countEnding(
  db: Executor,
  clientId: string,
  days: { from: number; to: number },
): Promise<Ending> {
  const isThen = (end: Start) => sql`${end} >= now() + make_interval(days => ${days.from}::int)
    AND ${end} < now() + make_interval(days => ${days.to}::int)`
  const { rows } = await sql<Ending>`
    WITH ${endings(clientId, days.to)}, ${peopleEndings(clientId, days.to)}
    SELECT count(*) FILTER (WHERE ${isThen(sql`tests`)}) AS tests, count(*) FILTER (WHERE ${isThen(sql`scales`)}) AS scales,
      (SELECT count(*) FROM people WHERE ${isThen(sql`ends`)}) AS people
    FROM endings`.execute(db)
  return rows[0] ?? { tests: 0, scales: 0, people: 0 }
}

interface Announced extends Ending {
  first: Date
  scalesFirst: Date
  peopleFirst: Date
}

/**
 * Marks the tests of a client whose end, or that of whose sensitive scales, no mail has named, and the people without tests: those
 * that end within so many days, once one of them ends soon. So mails come together and none is missed. What has another end since
 * needs another mail.
 * @returns undefined where no mail is due; else how many of each, and when the first of each ends
 */
export async function announceEnding(
  tx: Executor,
  clientId: string,
  days: { soon: number; within: number },
): Promise<Announced | undefined> {
  const isUnnamed = (
    end: Start,
    announced: Start,
  ) => sql`${end} < now() + make_interval(days => ${days.within}::int)
    AND ${announced} IS DISTINCT FROM ${end}`
  const isSoon = (end: Start) => sql`${end} < now() + make_interval(days => ${days.soon}::int)`
  const { rows } = await sql<Announced>`
    WITH ${endings(clientId, days.within)}, ${peopleEndings(clientId, days.within)},
    unnamed AS (
      SELECT id, CASE WHEN ${isUnnamed(sql`tests`, sql`erasure_announced`)} THEN tests END AS tests,
        CASE WHEN ${isUnnamed(sql`scales`, sql`scales_announced`)} THEN scales END AS scales
      FROM endings),
    unnamed_people AS (SELECT id, ends FROM people WHERE ${isUnnamed(sql`ends`, sql`announced`)}),
    due AS (SELECT WHERE EXISTS (SELECT FROM unnamed WHERE ${isSoon(sql`least(tests, scales)`)})
      OR EXISTS (SELECT FROM unnamed_people WHERE ${isSoon(sql`ends`)})),
    named_people AS (
      UPDATE memberships m SET erasure_announced = p.ends FROM unnamed_people p
      WHERE m.client_id = ${clientId} AND m.id = p.id AND m.erasure_announced IS DISTINCT FROM p.ends AND EXISTS (SELECT FROM due)
      RETURNING p.ends),
    named AS (
      UPDATE assignments a SET erasure_announced = coalesce(unnamed.tests, a.erasure_announced),
        scales_announced = coalesce(unnamed.scales, a.scales_announced)
      FROM unnamed
      WHERE a.client_id = ${clientId} AND a.id = unnamed.id
        AND (unnamed.tests IS NOT NULL AND a.erasure_announced IS DISTINCT FROM unnamed.tests
          OR unnamed.scales IS NOT NULL AND a.scales_announced IS DISTINCT FROM unnamed.scales)
        AND EXISTS (SELECT FROM due)
      RETURNING unnamed.tests, unnamed.scales)
    SELECT count(tests)::int AS tests, count(scales)::int AS scales, greatest(min(tests), now()) AS first,
      greatest(min(scales), now()) AS "scalesFirst", (SELECT count(*)::int FROM named_people) AS people,
      (SELECT greatest(min(ends), now()) FROM named_people) AS "peopleFirst" FROM named`.execute(tx)
  const [row] = rows
  return row === undefined || row.tests + row.scales + row.people === 0 ? undefined : row
}
