import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/**
 * The clinician of a client's test, if the person's consent names the same one and was not withdrawn; undefined too where the
 * test is kept for a legal hold alone.
 */
export async function findClinician(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    SELECT r.user_id AS "userId" FROM assignments a
    JOIN report_recipients r ON r.client_id = a.client_id AND r.inventory_id = a.inventory_id AND r.clinician
    WHERE a.client_id = ${key.clientId} AND a.id = ${key.assignmentId}
      AND a.restricted_at IS NULL AND a.erased_at IS NULL
      AND EXISTS (SELECT FROM consents k
        WHERE k.client_id = a.client_id AND k.assignment_id = a.id AND k.clinician_id = r.user_id
          AND k.withdrawn_at IS NULL)`.execute(db)
  return rows[0]?.userId
}
