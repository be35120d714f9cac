import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { JobKey } from './queries.ts'

/** A report that a file is to have. */
export interface WantedPart {
  readonly assignmentId: string
  readonly copyId: string
}

export interface PlacedPart extends WantedPart {
  readonly place: number
}

/** Behind the reports of a file; there are never so many. */
export const behindReports = 1_000_000

export async function insertParts(tx: Executor, key: JobKey, parts: readonly WantedPart[]): Promise<void> {
  await sql`
    INSERT INTO file_parts (client_id, job_id, place, assignment_id, copy_id)
    SELECT ${key.clientId}, ${key.id}, p.place - 1, p.assignment_id, p.copy_id
    FROM unnest(${parts.map(({ assignmentId }) => assignmentId)}::uuid[], ${parts.map(({ copyId }) => copyId)}::text[])
      WITH ORDINALITY AS p (assignment_id, copy_id, place)`.execute(tx)
}

/** The reports that are still to be made, in their order. */
export async function findUnmade(db: Executor, key: JobKey): Promise<PlacedPart[]> {
  const { rows } = await sql<PlacedPart>`
    SELECT place, assignment_id AS "assignmentId", copy_id AS "copyId" FROM file_parts
    WHERE client_id = ${key.clientId} AND job_id = ${key.id} AND assignment_id IS NOT NULL AND entry IS NULL
    ORDER BY place`.execute(db)
  return rows
}

/**
 * Stores a report, unless its job was ended or nobody may read it any more. The assignment is locked before the job, as an erasure
 * does it.
 * @returns false then
 */
export async function writePart(
  tx: Executor,
  { clientId, id }: JobKey,
  { place, assignmentId }: PlacedPart,
  made: { entry: Buffer; bytes: Buffer | null; sha256: Buffer | null },
): Promise<boolean> {
  // Anything that a crash of the database takes away is made again, so nobody waits for the disk.
  await sql`SET LOCAL synchronous_commit = off`.execute(tx)
  const { rows: open } = await sql`
    SELECT FROM assignments WHERE client_id = ${clientId} AND id = ${assignmentId} AND erased_at IS NULL AND restricted_at IS NULL FOR SHARE`.execute(
    tx,
  )
  if (open.length === 0) return false
  const { rows } = await sql`
    UPDATE file_jobs SET status = 'running', done = done + 1
    WHERE client_id = ${clientId} AND id = ${id} AND finished_at IS NULL RETURNING id`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    UPDATE file_parts SET entry = ${made.entry}, bytes = ${made.bytes}, sha256 = ${made.sha256}
    WHERE client_id = ${clientId} AND job_id = ${id} AND place = ${place}`.execute(tx)
  return true
}

/** Stores what a file has behind its reports, again after a restart. @returns false when the job was ended meanwhile */
export async function writeFurther(
  tx: Executor,
  { clientId, id }: JobKey,
  place: number,
  bytes: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO file_parts (client_id, job_id, place, bytes)
    SELECT j.client_id, j.id, ${place}::int, ${bytes}::bytea FROM (
      SELECT client_id, id FROM file_jobs WHERE client_id = ${clientId} AND id = ${id} AND finished_at IS NULL FOR SHARE) j
    ON CONFLICT (client_id, job_id, place) DO UPDATE SET bytes = excluded.bytes RETURNING place`.execute(tx)
  return rows.length > 0
}

/** Takes away what an earlier run stored behind the reports. */
export async function deleteFurther(db: Executor, { clientId, id }: JobKey): Promise<void> {
  await sql`DELETE FROM file_parts WHERE client_id = ${clientId} AND job_id = ${id} AND place >= ${behindReports}`.execute(
    db,
  )
}

/** The next entries of made reports, by place. */
export async function findEntries(
  db: Executor,
  { clientId, id }: JobKey,
  after: number,
  limit: number,
): Promise<{ place: number; entry: Buffer }[]> {
  const { rows } = await sql<{ place: number; entry: Buffer }>`
    SELECT place, entry FROM file_parts WHERE client_id = ${clientId} AND job_id = ${id} AND place > ${after}
      AND entry IS NOT NULL ORDER BY place LIMIT ${limit}`.execute(db)
  return rows
}

/** The next bytes of a file, by place. */
export async function findBytes(
  db: Executor,
  { clientId, id }: JobKey,
  after: number,
): Promise<{ place: number; bytes: Buffer } | undefined> {
  const { rows } = await sql<{ place: number; bytes: Buffer }>`
    SELECT place, bytes FROM file_parts WHERE client_id = ${clientId} AND job_id = ${id} AND place > ${after}
      AND bytes IS NOT NULL ORDER BY place LIMIT 1`.execute(db)
  return rows[0]
}

/** Forgets the single reports of a file that has them in what is stored behind them. */
export async function emptyReports(tx: Executor, { clientId, id }: JobKey): Promise<void> {
  await sql`UPDATE file_parts SET bytes = NULL WHERE client_id = ${clientId} AND job_id = ${id} AND place < ${behindReports}`.execute(
    tx,
  )
}

/** The reports that a file has, with what is kept of their copies. */
export async function findCopies(
  db: Executor,
  { clientId, id }: JobKey,
): Promise<{ assignmentId: string; copyId: string; sha256: Buffer }[]> {
  const { rows } = await sql<{ assignmentId: string; copyId: string; sha256: Buffer }>`
    SELECT assignment_id AS "assignmentId", copy_id AS "copyId", sha256 FROM file_parts
    WHERE client_id = ${clientId} AND job_id = ${id} AND sha256 IS NOT NULL ORDER BY place`.execute(db)
  return rows
}

/** Ends the files of reports that have one of these: what is being made first, so that none is finished in between. */
export async function endWith(
  tx: Executor,
  { clientId, assignmentIds }: { clientId: string; assignmentIds: readonly string[] },
): Promise<void> {
  const having = sql`EXISTS (SELECT FROM file_parts p WHERE p.client_id = j.client_id AND p.job_id = j.id
    AND p.assignment_id = ANY (${assignmentIds}::uuid[]))`
  const { rows } = await sql<{ id: string }>`
    UPDATE file_jobs j SET status = 'failed', finished_at = now(), request = '', problem = '{"code": "make_again"}'
    WHERE j.client_id = ${clientId} AND j.kind = 'reports' AND j.finished_at IS NULL AND ${having} RETURNING id`.execute(
    tx,
  )
  await sql`DELETE FROM file_parts WHERE client_id = ${clientId} AND job_id = ANY (${rows.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  await sql`DELETE FROM file_jobs j WHERE j.client_id = ${clientId} AND j.kind = 'reports' AND j.status = 'done' AND ${having}`.execute(
    tx,
  )
}

/** Takes away somebody's older files of a kind. */
export async function deleteOlder(
  tx: Executor,
  { clientId, kind, by }: { clientId: string; kind: string; by: string },
  kept: number,
): Promise<void> {
  await sql`DELETE FROM file_jobs WHERE client_id = ${clientId} AND id IN (
    SELECT id FROM file_jobs WHERE client_id = ${clientId} AND kind = ${kind} AND created_by = ${by} AND finished_at IS NOT NULL
    ORDER BY created_at DESC, id DESC OFFSET ${kept})`.execute(tx)
}
