import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Why something was erased; `restricted` is what a legal hold keeps although its consent was withdrawn. */
export const reasons = ['manager', 'request', 'withdrawal', 'retention', 'restore', 'restricted'] as const

export interface Erasure {
  clientId: string
  subject: Buffer
  what: 'person' | 'test' | 'scale'
  reason: (typeof reasons)[number]
  counts: Record<string, number>
}

export async function insertErasure(tx: Executor, { clientId, counts, ...erasure }: Erasure): Promise<void> {
  await tx
    .insertInto('erasures')
    .values({ client_id: clientId, counts: JSON.stringify(counts), ...erasure })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inserts many marks of one kind in one statement. */
export async function insertErasures(
  tx: Executor,
  {
    clientId,
    subjects,
    ...erasure
  }: Pick<Erasure, 'clientId' | 'what' | 'reason'> & { subjects: readonly Buffer[] },
): Promise<void> {
  await tx
    .insertInto('erasures')
    .values(subjects.map((subject) => ({ client_id: clientId, subject, counts: '{}', ...erasure })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A page of what was erased in all clients, the oldest first. */
export async function findErasures(
  db: Executor,
  after: { clientId: string; subject: Buffer } | undefined,
  limit: number,
) {
  return db
    .selectFrom('erasures')
    .select(['client_id as clientId', 'subject', 'what', 'reason', 'erased_at as erasedAt'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(client_id, subject) > (${after?.clientId}::uuid, ${after?.subject}::bytea)`),
    )
    .orderBy('client_id')
    .orderBy('subject')
    .limit(limit)
    .execute()
}

/** A page of a client's memberships that are not erased, with the assignments that are not. */
export async function findUnerased(
  db: Executor,
  clientId: string,
  after: string | undefined,
  limit: number,
): Promise<{ membershipId: string; assignmentIds: string[] }[]> {
  const { rows } = await sql<{ membershipId: string; assignmentIds: string[] }>`
    SELECT m.id AS "membershipId", ARRAY(
      SELECT a.id::text FROM assignments a
      WHERE a.client_id = m.client_id AND a.membership_id = m.id AND a.erased_at IS NULL) AS "assignmentIds"
    FROM memberships m
    WHERE m.client_id = ${clientId} AND m.erased_at IS NULL AND (${after ?? null}::uuid IS NULL OR m.id > ${after ?? null}::uuid)
    ORDER BY m.id LIMIT ${limit}`.execute(db)
  return rows
}
