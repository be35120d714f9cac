import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { dropAnalysesWith } from '#server/features/measurement/analyses/analyses.ts'
import { endFilesWith } from '#server/features/platform/file-jobs/parts.ts'
import { deleteOwned, emptyRows } from '#server/privacy/queries.ts'

/** The membership that an assignment belongs to, unless the assignment's data was erased before. */
export async function findMembershipOf(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('assignments')
    .select('membership_id')
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.assignmentId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return found?.membership_id
}

/**
 * Those of some assignments that may be erased, their people locked so that none is put on hold meanwhile.
 * @param which `ended` leaves out what is pending, also since it was found
 */
export async function lockTests(
  tx: Executor,
  { clientId, assignmentIds }: { clientId: string; assignmentIds: readonly string[] },
  which: 'all' | 'ended' = 'all',
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    WHERE a.client_id = ${clientId} AND a.id = ANY (${assignmentIds}::uuid[]) AND a.erased_at IS NULL
      AND m.held_at IS NULL AND (${which} = 'all' OR a.status <> 'pending')
    ORDER BY m.id, a.id FOR UPDATE`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The assignments of a membership, those too whose data was erased before. */
export async function findAssignments(
  tx: Executor,
  key: { clientId: string; membershipId: string },
): Promise<string[]> {
  return idsOf(tx, key, sql<boolean>`true`)
}

/** Those that a legal hold alone keeps, in whole or in part. After a restore one may be erased again that a hold kept in the backup. */
export async function findKept(
  tx: Executor,
  key: { clientId: string; membershipId: string },
): Promise<string[]> {
  return idsOf(
    tx,
    key,
    sql<boolean>`a.erased_at IS NULL AND (a.restricted_at IS NOT NULL OR EXISTS (
      SELECT FROM held_answers h JOIN attempts t ON t.client_id = h.client_id AND t.id = h.attempt_id
      WHERE h.client_id = a.client_id AND t.assignment_id = a.id))`,
  )
}

/** The tests of somebody at a client with an explicit consent that is not withdrawn, in the order of their ids. */
export async function findAgreed(
  tx: Executor,
  key: { clientId: string; userId: string },
): Promise<{ membershipId: string; assignmentId: string }[]> {
  const { rows } = await sql<{ membershipId: string; assignmentId: string }>`
    SELECT a.membership_id AS "membershipId", a.id AS "assignmentId" FROM assignments a
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    WHERE m.client_id = ${key.clientId} AND m.user_id = ${key.userId} AND EXISTS (
      SELECT FROM consents c WHERE c.client_id = a.client_id AND c.assignment_id = a.id
        AND c.kind = 'explicit_consent' AND c.withdrawn_at IS NULL)
    ORDER BY a.id`.execute(tx)
  return rows
}

async function idsOf(
  tx: Executor,
  key: { clientId: string; membershipId: string },
  which: RawBuilder<boolean>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('assignments as a')
    .select('a.id')
    .where('a.client_id', '=', key.clientId)
    .where('a.membership_id', '=', key.membershipId)
    .where(which)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Deletes what was answered, scored and noted in some assignments.
 * @returns how many rows of which table
 */
export async function deleteTests(
  tx: Executor,
  { clientId, assignmentIds }: { clientId: string; assignmentIds: readonly string[] },
): Promise<Record<string, number>> {
  const ids = sql`ANY (${assignmentIds}::uuid[])`
  // The assignment before its attempt, as everywhere. Answers and notes that are being stored now are stored before this goes
  // on, and none afterwards.
  await sql`SELECT FROM assignments WHERE client_id = ${clientId} AND id = ${ids} ORDER BY id FOR UPDATE`.execute(
    tx,
  )
  const { rows: attempts } = await sql<{ id: string }>`
    SELECT id FROM attempts WHERE client_id = ${clientId} AND assignment_id = ${ids} ORDER BY id FOR UPDATE`.execute(
    tx,
  )
  await endFilesWith(tx, { clientId, assignmentIds })
  await dropAnalysesWith(tx, { clientId, assignmentIds })
  // A deleted result takes its numbers out of the group's means: left there, anybody who reads the others' reports could subtract.
  const counts = {
    ...(await deleteOwned(
      tx,
      'attempt',
      sql`client_id = ${clientId} AND attempt_id = ANY (${attempts.map(({ id }) => id)}::uuid[])`,
    )),
    ...(await deleteOwned(tx, 'assignment', sql`client_id = ${clientId} AND assignment_id = ${ids}`)),
  }
  // More time or larger text can say something of somebody's health.
  await emptyRows(tx, 'assignments', sql`client_id = ${clientId} AND id = ${ids}`, { erased_at: sql`now()` })
  return counts
}
