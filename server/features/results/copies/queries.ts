import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export interface NewCopy {
  readonly id: string
  readonly assignmentId: string
  readonly sha256: Buffer
}

/** Keeps copies of results that are still there. */
export async function insertCopies(
  db: Executor,
  clientId: string,
  copies: readonly NewCopy[],
): Promise<void> {
  await sql`
    INSERT INTO report_copies (client_id, id, assignment_id, sha256)
    SELECT ${clientId}, c.id, c.assignment_id, decode(c.sha256, 'hex')
    FROM unnest(${copies.map(({ id }) => id)}::text[], ${copies.map(({ assignmentId }) => assignmentId)}::uuid[],
      ${copies.map(({ sha256 }) => sha256.toString('hex'))}::text[]) AS c (id, assignment_id, sha256)
    JOIN assignments a ON a.client_id = ${clientId} AND a.id = c.assignment_id
    WHERE a.erased_at IS NULL AND a.restricted_at IS NULL`.execute(db)
}

export interface CopyRow {
  person_name: string
  version_id: string
  closed_at: Date
  time_zone: string
  serial: string
  client: string
  sha256: Buffer
}

/** A copy by the id on its pages; undefined also where its result was erased, or is kept for a legal hold alone. */
export async function findCopy(db: Executor, id: string): Promise<CopyRow | undefined> {
  const { rows } = await sql<CopyRow>`
    SELECT m.name AS person_name, r.version_id, t.closed_at, c.time_zone, coalesce(t.receipt, '') AS serial, c.name AS client,
      copy.sha256
    FROM report_copies copy
    JOIN assignments a ON a.client_id = copy.client_id AND a.id = copy.assignment_id
      AND a.erased_at IS NULL AND a.restricted_at IS NULL
    JOIN results r ON r.client_id = a.client_id AND r.assignment_id = a.id
    JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    JOIN clients c ON c.id = a.client_id
    WHERE copy.id = ${id}`.execute(db)
  return rows[0]
}
