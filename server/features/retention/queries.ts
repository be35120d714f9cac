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

/** A test with its person and version. */
const tests = sql`
  FROM assignments a
  JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
  JOIN inventory_versions v ON v.id = a.version_id`
// No period is shorter than a month, so that younger tests are not looked at.
const ended = (clientId: string) => sql`a.client_id = ${clientId} AND a.erased_at IS NULL
  AND a.ended_at IS NOT NULL AND a.ended_at < now() - interval '1 month'`
/** Nobody has handed it in, and no last day ends it. */
const idle = (clientId: string) => sql`a.client_id = ${clientId} AND a.erased_at IS NULL
  AND a.status = 'pending' AND a.created_at < now() - interval '1 month'`
const ofEnded = sql`a.ended_at`
const ofIdle = sql`kept_from(a.client_id, a.id)`
type Start = typeof ofEnded

const hasScales = sql`v.sensitive_scales <> '{}' AND a.restricted_at IS NULL AND EXISTS (
  SELECT FROM attempts t WHERE t.client_id = a.client_id AND t.assignment_id = a.id AND NOT t.scales_closed)`

/** When the period of a test ends, or of its sensitive scales, of those that have some and are not sensitive as a whole. */
const ends = {
  tests: (start: Start) =>
    sql`${start} + make_interval(months => retention_months(a.client_id, a.inventory_id, m.role, v.sensitive))`,
  scales: (start: Start) =>
    sql`CASE WHEN ${hasScales} THEN ${start} + make_interval(months => retention_months(a.client_id, NULL, m.role, true)) END`,
}
export type What = keyof typeof ends

/** Whether anything of a client may be erased yet. */
export async function mayErase(db: Executor, clientId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`SELECT retention_floor(${clientId}) < now() AS may`.execute(db)
  return rows[0]?.may ?? false
}

/**
 * A page of a client's ended tests whose period is over, or that of whose sensitive scales is, the oldest first, after those that
 * were looked at before. Of scales all tests that have some, whether they were asked or not.
 */
export async function findOver(
  db: Executor,
  clientId: string,
  what: What,
  after: { endedAt: Date; id: string } | undefined,
  limit: number,
): Promise<{ id: string; endedAt: Date }[]> {
  const { rows } = await sql<{ id: string; endedAt: Date }>`
    SELECT a.id, a.ended_at AS "endedAt" ${tests}
    WHERE ${ended(clientId)} AND m.held_at IS NULL AND ${ends[what](ofEnded)} < now()
      AND (${after?.endedAt ?? null}::timestamptz IS NULL
        OR (a.ended_at, a.id) > (${after?.endedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY a.ended_at, a.id LIMIT ${limit}`.execute(db)
  return rows
}

/** The same of tests that nobody has handed in, in the order of their ids. */
export async function findIdleOver(
  db: Executor,
  clientId: string,
  what: What,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id ${tests}
    WHERE ${idle(clientId)} AND m.held_at IS NULL AND ${ends[what](ofIdle)} < now()
      AND (${after ?? null}::uuid IS NULL OR a.id > ${after ?? null}::uuid)
    ORDER BY a.id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of some tests that are so still, with when their period began; their attempts are locked, so that nobody answers now. */
export async function lockIdleOver(
  tx: Executor,
  clientId: string,
  ids: readonly string[],
): Promise<{ id: string; start: Date }[]> {
  await sql`SELECT FROM attempts WHERE client_id = ${clientId} AND assignment_id = ANY (${ids}::uuid[])
    ORDER BY assignment_id FOR UPDATE`.execute(tx)
  const { rows } = await sql<{ id: string; start: Date }>`
    SELECT a.id, ${ofIdle} AS start ${tests}
    WHERE ${idle(clientId)} AND m.held_at IS NULL AND a.id = ANY (${ids}::uuid[])
      AND ${ends.tests(ofIdle)} < now()`.execute(tx)
  return rows
}

/** How many tests are over, or their sensitive scales are, and kept by a legal hold. */
export async function countHeld(db: Executor, clientId: string): Promise<number> {
  const isOver = (start: Start) => sql`least(${ends.tests(start)}, ${ends.scales(start)}) < now()`
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count ${tests} WHERE m.held_at IS NOT NULL
      AND (${ended(clientId)} AND ${isOver(ofEnded)} OR ${idle(clientId)} AND ${isOver(ofIdle)})`.execute(db)
  return rows[0]?.count ?? 0
}

/** What ends between so many days from now: tests, and sensitive scales of tests whose rest stays. */
export interface Ending {
  tests: number
  scales: number
}

export async function countEnding(
  db: Executor,
  clientId: string,
  days: { from: number; to: number },
): Promise<Ending> {
  // Nothing is erased before its managers could read of it.
  const { rows } = await sql<Ending>`
    WITH one AS (
      SELECT greatest(${ends.tests(sql`kept.start`)}, floor.at) AS tests, greatest(${ends.scales(sql`kept.start`)}, floor.at) AS scales,
        ${hasScales} AS has_scales
      ${tests}
      CROSS JOIN LATERAL (SELECT CASE WHEN a.ended_at IS NOT NULL THEN a.ended_at
        -- What was given too late for any end by then costs no look at its answers.
        WHEN least(${ends.tests(sql`a.created_at`)}, ${ends.scales(sql`a.created_at`)}) < now() + make_interval(days => ${days.to}::int)
        THEN ${ofIdle} END AS start) kept
      CROSS JOIN (SELECT retention_floor(${clientId}) AS at) floor
      WHERE a.client_id = ${clientId} AND a.erased_at IS NULL AND m.held_at IS NULL AND kept.start IS NOT NULL
    ), bounds AS (
      SELECT now() + make_interval(days => ${days.from}::int) AS first, now() + make_interval(days => ${days.to}::int) AS last
    )
    SELECT count(*) FILTER (WHERE tests >= first AND tests < last) AS tests,
      count(*) FILTER (WHERE has_scales AND scales >= first AND scales < last AND scales < tests) AS scales
    FROM one, bounds`.execute(db)
  return rows[0] ?? { tests: 0, scales: 0 }
}

/**
 * People of a client whose tests are all erased, and whose name and contact are over too: candidates so long after they came
 * or ended their last test, employees so long after they left.
 */
export async function findPeopleOver(db: Executor, clientId: string, limit: number): Promise<string[]> {
  const months = sql`make_interval(months => retention_months(m.client_id, NULL, m.role, false))`
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM memberships m
    WHERE m.client_id = ${clientId} AND m.erased_at IS NULL AND m.role <> 'manager' AND m.held_at IS NULL
      AND m.joined_at < now() - interval '1 month'
      AND CASE m.role WHEN 'candidate' THEN greatest(m.joined_at, m.removed_at) ELSE m.removed_at END + ${months} < now()
      AND NOT EXISTS (SELECT FROM assignments a WHERE a.client_id = m.client_id AND a.membership_id = m.id
                      AND (a.erased_at IS NULL OR a.ended_at + ${months} >= now()))
    ORDER BY m.joined_at LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
