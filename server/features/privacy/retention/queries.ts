import { sql } from 'kysely'
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

/** Until when a longer period that was replaced still applies to anything. */
export async function findLongerUntil(db: Executor, clientId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT max(p.until) AS until FROM (
      SELECT v.inventory_id, r.role, v.sensitive FROM inventory_versions v, (VALUES ('candidate'), ('employee')) r (role)
      UNION VALUES (NULL::uuid, 'candidate', false), (NULL, 'employee', false), (NULL, 'candidate', true)) what
    CROSS JOIN LATERAL retention_periods(${clientId}, what.inventory_id, what.role, what.sensitive) p
    WHERE p.until > now()`.execute(db)
  return rows[0]?.until ?? undefined
}

/** Puts these in place of a client's periods. A trigger keeps what they replace: a shorter one takes effect 37 days later. */
export async function putPeriods(
  tx: Executor,
  clientId: string,
  periods: Periods,
  tests: readonly { inventoryId: string; months: number }[],
): Promise<void> {
  // Stores the periods that are valid until now; the trigger then keeps them in its history.
  await sql`
    INSERT INTO retention (client_id, candidate_months, employee_months, sensitive_months)
    VALUES (${clientId}, retention_months(${clientId}, NULL, 'candidate', false), retention_months(${clientId}, NULL, 'employee', false),
      retention_months(${clientId}, NULL, 'candidate', true)) ON CONFLICT DO NOTHING`.execute(tx)
  // Before the tests: the trigger keeps theirs, too. Locks the row, so that two changes follow each other.
  await tx
    .updateTable('retention')
    .set({
      candidate_months: periods.candidateMonths,
      employee_months: periods.employeeMonths,
      sensitive_months: periods.sensitiveMonths,
    })
    .where('client_id', '=', clientId)
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

/** The months for which a test is kept after its end as of now, by its version and the taker's role. */
interface Kept {
  versionId: string
  role: string
  months: number
  /** The sensitive scales of a version that is not sensitive as a whole; null where it has none. */
  scales: number | null
}

// The periods are found once for each version and not for each test.
const keptBy = (clientId: string) => sql<Kept>`
  SELECT v.id AS "versionId", r.role, applied_months(${clientId}, v.inventory_id, r.role, v.sensitive) AS months,
    CASE WHEN v.sensitive_scales <> '{}' THEN applied_months(${clientId}, NULL, r.role, true) END AS scales
  FROM inventory_versions v, (VALUES ('candidate'), ('employee'), ('manager')) r (role)`

export async function findKept(db: Executor, clientId: string): Promise<Kept[]> {
  return (await keptBy(clientId).execute(db)).rows
}

const withKept = (kept: readonly Kept[]) => sql`
  WITH kept AS MATERIALIZED (
    SELECT * FROM json_to_recordset(${JSON.stringify(kept)}::json) AS k ("versionId" uuid, role text, months integer, scales integer))`

/** A test with its person. */
export const tests = sql`
  FROM assignments a
  JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id`
// No period is shorter than a month, so that younger tests are not looked at.
const ended = (clientId: string) => sql`a.client_id = ${clientId} AND a.erased_at IS NULL
  AND a.ended_at IS NOT NULL AND a.ended_at < now() - interval '1 month'`
/** Nobody has handed it in, and no last day ends it. */
const idle = (clientId: string) => sql`a.client_id = ${clientId} AND a.erased_at IS NULL
  AND a.status = 'pending' AND a.created_at < now() - interval '1 month'`
const ofEnded = sql`a.ended_at`
export const ofIdle = sql`kept_from(a.client_id, a.id)`
export type Start = typeof ofEnded

/** True when a test has sensitive scales that can end apart from it. */
export const hasScales = sql`a.restricted_at IS NULL AND EXISTS (
  SELECT FROM attempts t WHERE t.client_id = a.client_id AND t.assignment_id = a.id AND NOT t.scales_closed)`
// These are subqueries: with a join, the planner read and sorted everything for each page.
const months = {
  tests: sql`(SELECT k.months FROM kept k WHERE k."versionId" = a.version_id AND k.role = m.role)`,
  scales: sql`(SELECT k.scales FROM kept k WHERE k."versionId" = a.version_id AND k.role = m.role AND k.scales IS NOT NULL
    AND ${hasScales})`,
}
export type What = keyof typeof months
/** When the period of a test ends that applies now, or of its sensitive scales; null where it has none. */
const over = (what: What, start: Start) => sql`${start} + make_interval(months => ${months[what]})`

/** True when anything may be erased yet. */
export async function mayErase(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`SELECT erasing_start() < now() AS may`.execute(db)
  return rows[0]?.may ?? false
}

/** The end of a page: a moment in PostgreSQL's words, exact to the microsecond, and an id. */
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

/** Counts tests that are past their period, or have scales that are, and kept by a legal hold. */
export async function countHeld(db: Executor, clientId: string): Promise<number> {
  const isOver = (start: Start) => sql`least(${over('tests', start)}, ${over('scales', start)}) < now()`
  const { rows } = await sql<{ count: number }>`
    WITH kept AS MATERIALIZED (${keptBy(clientId)})
    SELECT count(*) AS count ${tests} WHERE m.held_at IS NOT NULL
      AND (${ended(clientId)} AND ${isOver(ofEnded)} OR ${idle(clientId)} AND ${isOver(ofIdle)})`.execute(db)
  return rows[0]?.count ?? 0
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
  const months = (role: string) => sql`(SELECT applied_months(${clientId}, NULL, ${role}, false))`
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
