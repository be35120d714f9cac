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
    .select(['id', 'ran_at', 'tests', 'people', 'held'])
    .where('client_id', '=', clientId)
    .orderBy('ran_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertRun(
  db: Executor,
  clientId: string,
  run: { tests: number; people: number; held: number },
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
}

// Once for each version and not for each test: a version's definition is long, and reading it takes longer than all the rest.
const keptBy = (clientId: string) => sql<Kept>`
  SELECT v.id AS "versionId", r.role, retention_months(${clientId}, v.inventory_id, r.role, v.definition ->> 'sensitive' = 'true') AS months
  FROM inventory_versions v, (VALUES ('candidate'), ('employee'), ('manager')) r (role)`

export async function findKept(db: Executor, clientId: string): Promise<Kept[]> {
  return (await keptBy(clientId).execute(db)).rows
}

// Not joined: the planner took the join for a reason to read everything and sort it, for each page.
const over = sql`a.ended_at + make_interval(months => (
  SELECT k.months FROM kept k WHERE k."versionId" = a.version_id AND k.role = m.role))`
/** When a test is erased: once its period is over, and not before its managers could read of it. */
const end = (clientId: string) => sql`greatest(${over}, (SELECT retention_floor(${clientId})))`

// No period is shorter than a month, so that younger tests are not looked at.
const ended = (clientId: string) => sql`
  FROM assignments a
  JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
  WHERE a.client_id = ${clientId} AND a.erased_at IS NULL AND a.ended_at IS NOT NULL
    AND a.ended_at < now() - interval '1 month'`

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

/** A page of a client's tests whose period is over, the oldest first, after those that were looked at before. */
export async function findOver(
  db: Executor,
  clientId: string,
  { kept, after, limit }: { kept: readonly Kept[]; after: After | undefined; limit: number },
): Promise<After[]> {
  const { rows } = await sql<After>`
    WITH kept AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(kept)}::json) AS k ("versionId" uuid, role text, months integer))
    SELECT a.id, a.ended_at::text AS at ${ended(clientId)} AND m.held_at IS NULL AND ${over} < now()
      ${after === undefined ? sql`` : sql`AND (a.ended_at, a.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
    ORDER BY a.ended_at, a.id LIMIT ${limit}`.execute(db)
  return rows
}

/** How many tests are over and kept by a legal hold. */
export async function countHeld(db: Executor, clientId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH kept AS MATERIALIZED (${keptBy(clientId)})
    SELECT count(*) AS count ${ended(clientId)} AND m.held_at IS NOT NULL AND ${over} < now()`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many tests end between so many days from now. */
export async function countEnding(
  db: Executor,
  clientId: string,
  days: { from: number; to: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH kept AS MATERIALIZED (${keptBy(clientId)})
    SELECT count(*) AS count
    FROM assignments a
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    WHERE a.client_id = ${clientId} AND a.erased_at IS NULL AND a.ended_at IS NOT NULL AND m.held_at IS NULL
      AND ${end(clientId)} >= now() + make_interval(days => ${days.from}::int)
      AND ${end(clientId)} < now() + make_interval(days => ${days.to}::int)`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Marks the tests of a client whose end no mail to its managers has named: those that end within so many days, once one of them
 * ends soon. So mails come together and none is missed. A test whose end has changed since needs another one.
 * @returns undefined where no mail is due; else how many tests, and when the first of them ends
 */
export async function announceEnding(
  tx: Executor,
  clientId: string,
  days: { soon: number; within: number },
): Promise<{ tests: number; first: Date } | undefined> {
  const { rows } = await sql<{ tests: number; first: Date }>`
    WITH kept AS MATERIALIZED (${keptBy(clientId)}),
    ending AS (
      SELECT a.id, a.erasure_announced AS announced, ${end(clientId)} AS ends
      FROM assignments a
      JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
      WHERE a.client_id = ${clientId} AND a.erased_at IS NULL AND a.ended_at IS NOT NULL AND m.held_at IS NULL),
    unnamed AS (
      SELECT id, ends FROM ending
      WHERE ends < now() + make_interval(days => ${days.within}::int) AND announced IS DISTINCT FROM ends),
    named AS (
      UPDATE assignments a SET erasure_announced = unnamed.ends FROM unnamed
      WHERE a.client_id = ${clientId} AND a.id = unnamed.id AND a.erasure_announced IS DISTINCT FROM unnamed.ends
        AND EXISTS (SELECT FROM unnamed WHERE ends < now() + make_interval(days => ${days.soon}::int))
      RETURNING unnamed.ends)
    SELECT count(*)::int AS tests, greatest(min(ends), now()) AS first FROM named`.execute(tx)
  const [row] = rows
  return row === undefined || row.tests === 0 ? undefined : row
}

/**
 * People of a client whose tests are all erased, and whose name and contact are over too: candidates so long after they came
 * or ended their last test, employees so long after they left.
 */
export async function findPeopleOver(
  db: Executor,
  clientId: string,
  { after, limit }: { after: After | undefined; limit: number },
): Promise<After[]> {
  // Each once and not for each person.
  const months = (role: string) => sql`(SELECT retention_months(${clientId}, NULL, ${role}, false))`
  const kept = sql`make_interval(months => CASE m.role WHEN 'candidate' THEN ${months('candidate')} ELSE ${months('employee')} END)`
  const { rows } = await sql<After>`
    SELECT m.id, m.joined_at::text AS at FROM memberships m
    WHERE m.client_id = ${clientId} AND m.erased_at IS NULL AND m.role <> 'manager' AND m.held_at IS NULL
      AND m.joined_at < now() - interval '1 month'
      AND CASE m.role WHEN 'candidate' THEN greatest(m.joined_at, m.removed_at) ELSE m.removed_at END + ${kept} < now()
      AND NOT EXISTS (SELECT FROM assignments a WHERE a.client_id = m.client_id AND a.membership_id = m.id
                      AND (a.erased_at IS NULL OR a.ended_at + ${kept} >= now()))
      ${after === undefined ? sql`` : sql`AND (m.joined_at, m.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
    ORDER BY m.joined_at, m.id LIMIT ${limit}`.execute(db)
  return rows
}
