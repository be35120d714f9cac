import { sql } from 'kysely'
import type { AnalysisFilter } from '#contract/analyses.ts'
import type { Executor } from '#server/db/database.ts'
import { willRun } from '#server/jobs/queries.ts'

export interface Key {
  versionId: string
  filter: AnalysisFilter
}

/**
 * Asks for an analysis in place of an older one with this filter.
 * @returns its id; undefined where one is under way
 */
export async function insertAnalysis(
  tx: Executor,
  id: string,
  { versionId, filter }: Key,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO analyses (id, version_id, filter) VALUES (${id}, ${versionId}, ${JSON.stringify(filter)}::jsonb)
    ON CONFLICT (version_id, filter) DO UPDATE SET id = excluded.id, state = 'waiting', asked_at = now(), taken_at = NULL,
      problem = NULL, result = NULL
    WHERE analyses.state IN ('done', 'failed') OR NOT ${willRun(sql.ref('analyses.id'))}
    RETURNING id`.execute(tx)
  return rows[0]?.id
}

/** Analyses that are not finished, of all versions. */
export async function countUnfinished(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('analyses')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return count
}

export interface AnalysisRow {
  id: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  taken_at: Date | null
  problem: string | null
  result: unknown
}

/** The analysis with this filter, for as long as it is kept. */
export async function findAnalysis(
  db: Executor,
  { versionId, filter }: Key,
): Promise<AnalysisRow | undefined> {
  const { rows } = await sql<AnalysisRow>`
    SELECT id, state, taken_at, problem, result FROM analyses
    WHERE version_id = ${versionId} AND filter = ${JSON.stringify(filter)}::jsonb
      AND asked_at > now() - interval '1 day'`.execute(db)
  return rows[0]
}

/** Marks an analysis as running. @returns its choice of people; undefined when it was deleted or is finished */
export async function beginAnalysis(
  db: Executor,
  id: string,
): Promise<{ versionId: string; filter: unknown } | undefined> {
  const { rows } = await sql<{ versionId: string; filter: unknown }>`
    UPDATE analyses SET state = 'running' WHERE id = ${id} AND state IN ('waiting', 'running')
    RETURNING version_id AS "versionId", filter`.execute(db)
  return rows[0]
}

/** Stores a result. @returns false when the analysis was deleted meanwhile, because somebody in it was erased */
export async function finishAnalysis(tx: Executor, id: string, result: object): Promise<boolean> {
  const { rows } = await sql`
    UPDATE analyses SET state = 'done', taken_at = now(), result = ${JSON.stringify(result)}::jsonb
    WHERE id = ${id} AND state = 'running' RETURNING id`.execute(tx)
  return rows.length > 0
}

export async function failAnalysis(db: Executor, id: string, problem: string): Promise<void> {
  await sql`UPDATE analyses SET state = 'failed', problem = ${problem} WHERE id = ${id} AND state = 'running'`.execute(db)
}

/** Deletes the analyses of all versions of which one of these assignments has a result, those being made among them. */
export async function deleteAnalysesWith(
  tx: Executor,
  { clientId, assignmentIds }: { clientId: string; assignmentIds: readonly string[] },
): Promise<void> {
  await sql`
    DELETE FROM analyses WHERE version_id IN (
      SELECT version_id FROM results WHERE client_id = ${clientId} AND assignment_id = ANY (${assignmentIds}::uuid[]))`.execute(
    tx,
  )
}

/** Keeps figures of all people of a version, unless there are some of almost as many. */
export async function insertSnapshot(
  tx: Executor,
  versionId: string,
  { n, flagged, parts }: { n: number; flagged: number; parts: object },
  more: number,
): Promise<void> {
  await sql`
    INSERT INTO analysis_snapshots (version_id, n, flagged, parts)
    SELECT ${versionId}, ${n}::int, ${flagged}::int, ${JSON.stringify(parts)}::jsonb
    WHERE NOT EXISTS (SELECT FROM analysis_snapshots WHERE version_id = ${versionId} AND n > ${n}::int - ${more}::int)
    ON CONFLICT DO NOTHING`.execute(tx)
}

export interface SnapshotRow {
  n: number
  taken_at: Date
  flagged: number
  parts: unknown
}

export async function findSnapshots(db: Executor, versionId: string): Promise<SnapshotRow[]> {
  return db
    .selectFrom('analysis_snapshots')
    .select(['n', 'taken_at', 'flagged', 'parts'])
    .where('version_id', '=', versionId)
    .orderBy('n')
    .execute()
}

/** True when a client has a result of a version. */
export async function hasResult(db: Executor, clientId: string, versionId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM results WHERE client_id = ${clientId} AND version_id = ${versionId} LIMIT 1`.execute(db)
  return rows.length > 0
}
