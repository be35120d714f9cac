import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'

export interface Periods {
  candidateMonths: number
  employeeMonths: number
  sensitiveMonths: number
}

/** A client's periods; undefined for one that keeps the defaults. */
export async function findPeriods(db: Executor, clientId: string): Promise<Periods | undefined> {
  return db
    .selectFrom('retention')
    .select([
      'candidate_months as candidateMonths',
      'employee_months as employeeMonths',
      'sensitive_months as sensitiveMonths',
    ])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** The periods of single inventories, by their id. */
export async function findTestPeriods(db: Executor, clientId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('retention_tests')
    .select(['inventory_id', 'months'])
    .where('client_id', '=', clientId)
    .execute()
  return new Map(rows.map((row) => [row.inventory_id, row.months]))
}

export async function putPeriods(
  tx: Executor,
  clientId: string,
  periods: Periods,
  tests: readonly { inventoryId: string; months: number }[],
): Promise<void> {
  const row = {
    candidate_months: periods.candidateMonths,
    employee_months: periods.employeeMonths,
    sensitive_months: periods.sensitiveMonths,
  }
  await tx
    .insertInto('retention')
    .values({ client_id: clientId, ...row })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ ...row, changed_at: sql`now()` }))
    .execute()
  await tx.deleteFrom('retention_tests').where('client_id', '=', clientId).execute()
  if (tests.length > 0)
    await tx
      .insertInto('retention_tests')
      .values(
        tests.map(({ inventoryId, months }) => ({ client_id: clientId, inventory_id: inventoryId, months })),
      )
      .execute()
}

export interface Reader {
  userId: string
  name: string
  email: string
  locale: Locale
  /** The client's name. */
  client: string
}

/** The admins whose address is known to be theirs, to be written to about a client. */
export async function findAdminsToWrite(db: Executor, clientId: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    SELECT u.id AS "userId", u.name, u.email, u.locale, c.name AS client FROM users u, clients c
    WHERE c.id = ${clientId} AND u.authority <> '{}' AND u.deactivated_at IS NULL
      AND u.email_verified_at IS NOT NULL AND u.email IS NOT NULL`.execute(db)
  return rows
}

export async function findRuns(db: Executor, clientId: string, limit: number) {
  return db
    .selectFrom('retention_runs')
    .select(['id', 'ran_at', 'tests', 'scales', 'people', 'held'])
    .where('client_id', '=', clientId)
    .orderBy('ran_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertRun(
  db: Executor,
  clientId: string,
  run: { tests: number; scales: number; people: number; held: number },
): Promise<void> {
  await db
    .insertInto('retention_runs')
    .values({ client_id: clientId, id: newId(), ...run })
    .execute()
}

/** Each client, by its id. */
export async function findClients(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom('clients').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** How long a test is kept after its end, by its version and by the role of who took it. */
interface Kept {
  versionId: string
  role: string
  months: number
  /** The sensitive scales of a version that is not sensitive as a whole; null where it has none. */
  scales: number | null
}

// Once for each version and not for each test.
const keptBy = (clientId: string) => sql<Kept>`
  SELECT v.id AS "versionId", r.role, retention_months(${clientId}, v.inventory_id, r.role, v.sensitive) AS months,
    CASE WHEN v.sensitive_scales <> '{}' THEN retention_months(${clientId}, NULL, r.role, true) END AS scales
  FROM inventory_versions v, (VALUES ('candidate'), ('employee'), ('manager')) r (role)`

export async function findKept(db: Executor, clientId: string): Promise<Kept[]> {
  return (await keptBy(clientId).execute(db)).rows
}

const withKept = (kept: readonly Kept[]) => sql`
  WITH kept AS MATERIALIZED (
    SELECT * FROM json_to_recordset(${JSON.stringify(kept)}::json) AS k ("versionId" uuid, role text, months integer, scales integer))`

/** A test with its person. */
const tests = sql`
  FROM assignments a
  JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id`
// No period is shorter than a month, so that younger tests are not looked at.
const ended = (clientId: string) => sql`a.client_id = ${clientId} AND a.erased_at IS NULL
  AND a.ended_at IS NOT NULL AND a.ended_at < now() - interval '1 month'`
/** Nobody has handed it in, and no last day ends it. */
const idle = (clientId: string) => sql`a.client_id = ${clientId} AND a.erased_at IS NULL
  AND a.status = 'pending' AND a.created_at < now() - interval '1 month'`
const ofEnded = sql`a.ended_at`
const ofIdle = sql`kept_from(a.client_id, a.id)`
type Start = typeof ofEnded

// Not joined: the planner took the join for a reason to read everything and sort it, for each page.
const months = {
  tests: sql`(SELECT k.months FROM kept k WHERE k."versionId" = a.version_id AND k.role = m.role)`,
  scales: sql`(SELECT k.scales FROM kept k WHERE k."versionId" = a.version_id AND k.role = m.role AND k.scales IS NOT NULL
    AND a.restricted_at IS NULL AND EXISTS (
      SELECT FROM attempts t WHERE t.client_id = a.client_id AND t.assignment_id = a.id AND NOT t.scales_closed))`,
}
export type What = keyof typeof months
/** When the period of a test ends, or of its sensitive scales; null where it has none. */
const over = (what: What, start: Start) => sql`${start} + make_interval(months => ${months[what]})`

/** Whether anything of a client may be erased yet. */
export async function mayErase(db: Executor, clientId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`SELECT retention_floor(${clientId}) < now() AS may`.execute(db)
  return rows[0]?.may ?? false
}

/** Where a page ended: a moment in PostgreSQL's words, exact to the microsecond, and an id. */
export interface After {
  at: string
  id: string
}

interface Page<Place> {
  what: What
  kept: readonly Kept[]
  after: Place | undefined
  limit: number
}

/**
 * A page of a client's ended tests whose period is over, or that of whose sensitive scales is, the oldest first, after those that
 * were looked at before. Of scales all tests that have some, whether they were asked or not.
 */
export async function findOver(
  db: Executor,
  clientId: string,
  { what, kept, after, limit }: Page<After>,
): Promise<After[]> {
  const { rows } = await sql<After>`${withKept(kept)}
    SELECT a.id, a.ended_at::text AS at ${tests}
    WHERE ${ended(clientId)} AND m.held_at IS NULL AND ${over(what, ofEnded)} < now()
      ${after === undefined ? sql`` : sql`AND (a.ended_at, a.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
    ORDER BY a.ended_at, a.id LIMIT ${limit}`.execute(db)
  return rows
}

/** The same of tests that nobody has handed in, in the order of their ids. */
export async function findIdleOver(
  db: Executor,
  clientId: string,
  { what, kept, after, limit }: Page<{ id: string }>,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`${withKept(kept)}
    SELECT a.id ${tests}
    WHERE ${idle(clientId)} AND m.held_at IS NULL AND ${over(what, ofIdle)} < now()
      ${after === undefined ? sql`` : sql`AND a.id > ${after.id}::uuid`}
    ORDER BY a.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Those of some tests that are so still, with when their period began; their attempts are locked, so that nobody answers now. */
export async function lockIdleOver(
  tx: Executor,
  clientId: string,
  kept: readonly Kept[],
  ids: readonly string[],
): Promise<{ id: string; start: Date }[]> {
  await sql`SELECT FROM attempts WHERE client_id = ${clientId} AND assignment_id = ANY (${ids}::uuid[])
    ORDER BY assignment_id FOR UPDATE`.execute(tx)
  const { rows } = await sql<{ id: string; start: Date }>`${withKept(kept)}
    SELECT a.id, ${ofIdle} AS start ${tests}
    WHERE ${idle(clientId)} AND m.held_at IS NULL AND a.id = ANY (${ids}::uuid[])
      AND ${over('tests', ofIdle)} < now()`.execute(tx)
  return rows
}

/** How many tests are over, or their sensitive scales are, and kept by a legal hold. */
export async function countHeld(db: Executor, clientId: string): Promise<number> {
  const isOver = (start: Start) => sql`least(${over('tests', start)}, ${over('scales', start)}) < now()`
  const { rows } = await sql<{ count: number }>`
    WITH kept AS MATERIALIZED (${keptBy(clientId)})
    SELECT count(*) AS count ${tests} WHERE m.held_at IS NOT NULL
      AND (${ended(clientId)} AND ${isOver(ofEnded)} OR ${idle(clientId)} AND ${isOver(ofIdle)})`.execute(db)
  return rows[0]?.count ?? 0
}

/** What ends: tests, and sensitive scales of tests whose rest stays. */
export interface Ending {
  tests: number
  scales: number
  /** Without a test that is not erased: those of others go with their last test. */
  people: number
}

/** When each test of a client ends, and its scales if they end before; nothing before its managers could read of it. */
const endings = (clientId: string, days: number) => sql`
  kept AS MATERIALIZED (${keptBy(clientId)}),
  periods AS (
    SELECT a.id, a.erasure_announced, a.scales_announced, (SELECT retention_floor(${clientId})) AS floor,
      ${over('tests', sql`begun.start`)} AS tests, ${over('scales', sql`begun.start`)} AS scales
    ${tests}
    CROSS JOIN LATERAL (SELECT CASE WHEN a.ended_at IS NOT NULL THEN a.ended_at
      -- What was given too late for any end by then costs no look at its answers.
      WHEN least(${over('tests', sql`a.created_at`)}, ${over('scales', sql`a.created_at`)}) < now() + make_interval(days => ${days}::int)
      THEN ${ofIdle} END AS start) begun
    WHERE a.client_id = ${clientId} AND a.erased_at IS NULL AND m.held_at IS NULL AND begun.start IS NOT NULL),
  endings AS (
    SELECT id, erasure_announced, scales_announced, greatest(tests, floor) AS tests,
      CASE WHEN greatest(scales, floor) < greatest(tests, floor) AND scales IS NOT NULL THEN greatest(scales, floor) END AS scales
    FROM periods)`

/** When each of a client's people ends who has no test that is not erased. Who was here several times is the newest of them. */
const peopleEndings = (clientId: string, days: number) => {
  // Each once and not for each person.
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

/** What ends between so many days from now. */
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

export interface Announced extends Ending {
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

/**
 * People of a client whose tests are all erased, and whose name and contact are over too: candidates so long after they came
 * or ended their last test, employees so long after they left. Who belonged to the client several times is over when all of
 * them are, and is found by the newest.
 */
export async function findPeopleOver(
  db: Executor,
  clientId: string,
  { after, limit }: { after: After | undefined; limit: number },
): Promise<After[]> {
  // Each once and not for each person.
  const months = (role: string) => sql`(SELECT retention_months(${clientId}, NULL, ${role}, false))`
  const isOver = (name: 'm' | 'other') => {
    const m = sql.ref(name)
    const kept = sql`make_interval(months => CASE ${m}.role WHEN 'candidate' THEN ${months('candidate')} ELSE ${months('employee')} END)`
    return sql`${m}.held_at IS NULL AND ${m}.joined_at < now() - interval '1 month'
      AND CASE ${m}.role WHEN 'candidate' THEN greatest(${m}.joined_at, ${m}.removed_at) ELSE ${m}.removed_at END + ${kept} < now()
      AND NOT EXISTS (SELECT FROM assignments a WHERE a.client_id = ${m}.client_id AND a.membership_id = ${m}.id
                      AND (a.erased_at IS NULL OR a.ended_at + ${kept} >= now()))`
  }
  const { rows } = await sql<After>`
    SELECT m.id, m.joined_at::text AS at FROM memberships m
    WHERE m.client_id = ${clientId} AND m.erased_at IS NULL AND m.role <> 'manager' AND ${isOver('m')}
      AND NOT EXISTS (SELECT FROM memberships other
        WHERE other.user_id = m.user_id AND other.client_id = m.client_id AND other.id <> m.id
          AND other.erased_at IS NULL AND other.role <> 'manager'
          AND ((other.joined_at, other.id) > (m.joined_at, m.id) OR (${isOver('other')}) IS NOT TRUE))
      ${after === undefined ? sql`` : sql`AND (m.joined_at, m.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
    ORDER BY m.joined_at, m.id LIMIT ${limit}`.execute(db)
  return rows
}
