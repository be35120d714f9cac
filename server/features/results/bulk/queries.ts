import { type RawBuilder, sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'

export interface WantedReport {
  assignmentId: string
  name: string
  group: string
}

/**
 * The reports that may be in a file of those that a condition finds, in the order of completion.
 * @param condition on the assignment `a` and its membership `m`
 * @param versionIds the versions that have reports which may leave
 */
export async function findWanted(
  db: Executor,
  { id: clientId }: AuthorizedClient,
  condition: RawBuilder<unknown>,
  versionIds: readonly string[],
  limit: number,
): Promise<WantedReport[]> {
  const { rows } = await sql<WantedReport>`
    SELECT a.id AS "assignmentId", m.name, r.group_name AS "group"
    FROM results r
    JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id AND a.status = 'completed'
      AND a.restricted_at IS NULL AND a.erased_at IS NULL
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    WHERE ${condition} AND r.client_id = ${clientId} AND r.version_id = ANY (${versionIds}::uuid[])
    ORDER BY a.ended_at NULLS FIRST, a.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Counts the assignments that a condition finds. @param which `completed` leaves out the others */
export async function countChosen(
  db: Executor,
  condition: RawBuilder<unknown>,
  which: 'all' | 'completed',
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    WHERE ${condition} AND (${which} = 'all' OR a.status = 'completed')`.execute(db)
  return rows[0]?.count ?? 0
}

/** The people of some assignments, and the codes of their tests. */
export async function findPeople(
  db: Executor,
  clientId: string,
  assignmentIds: readonly string[],
): Promise<{ assignmentId: string; userId: string; versionId: string }[]> {
  const { rows } = await sql<{ assignmentId: string; userId: string; versionId: string }>`
    SELECT a.id AS "assignmentId", a.user_id AS "userId", r.version_id AS "versionId"
    FROM assignments a JOIN results r ON r.client_id = a.client_id AND r.assignment_id = a.id
    WHERE a.client_id = ${clientId} AND a.id = ANY (${assignmentIds}::uuid[]) ORDER BY a.id`.execute(db)
  return rows
}
