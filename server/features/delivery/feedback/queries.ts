import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** The tests on which a client lets people read feedback. */
export async function findFeedbackTests(db: Executor, clientId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('feedback_tests')
    .select('inventory_id')
    .where('client_id', '=', clientId)
    .execute()
  return new Set(rows.map(({ inventory_id }) => inventory_id))
}

/** @returns whether it was otherwise before */
export async function putFeedback(
  db: Executor,
  { clientId, inventoryId, on }: { clientId: string; inventoryId: string; on: boolean },
): Promise<boolean> {
  const { rows } = on
    ? await sql`
        INSERT INTO feedback_tests (client_id, inventory_id) VALUES (${clientId}, ${inventoryId})
        ON CONFLICT DO NOTHING RETURNING 1`.execute(db)
    : await sql`
        DELETE FROM feedback_tests WHERE client_id = ${clientId} AND inventory_id = ${inventoryId} RETURNING 1`.execute(
        db,
      )
  return rows.length > 0
}

/** True when a client lets people read feedback on a test. */
export async function isOn(db: Executor, clientId: string, inventoryId: string): Promise<boolean> {
  const found = await db
    .selectFrom('feedback_tests')
    .select('inventory_id')
    .where('client_id', '=', clientId)
    .where('inventory_id', '=', inventoryId)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * A result that its person may read feedback on now; undefined where it was erased or is kept for a legal hold alone, and where
 * the client ended the feedback meanwhile.
 */
export async function findReady(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<{ membershipId: string; versionId: string } | undefined> {
  const { rows } = await sql<{ membershipId: string; versionId: string }>`
    SELECT a.membership_id AS "membershipId", r.version_id AS "versionId"
    FROM assignments a
    JOIN results r ON r.client_id = a.client_id AND r.assignment_id = a.id
    JOIN feedback_tests f ON f.client_id = a.client_id AND f.inventory_id = a.inventory_id
    WHERE a.client_id = ${key.clientId} AND a.id = ${key.assignmentId}
      AND a.status = 'completed' AND a.erased_at IS NULL AND a.restricted_at IS NULL`.execute(db)
  return rows[0]
}
