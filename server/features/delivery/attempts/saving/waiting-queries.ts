import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export interface WithdrawnToken {
  client_id: string
  attempt_id: string
  assignment_id: string
  user_id: string
  version_id: string
  tablet_id: string
  test_day_id: string
}

/** The test that a token of a withdrawn tablet speaks for; also one that is over, because a manager decides. */
export async function findWithdrawn(
  db: Executor,
  key: { clientId: string; attemptId: string; tokenHash: Buffer },
): Promise<WithdrawnToken | undefined> {
  const { rows } = await sql<WithdrawnToken>`
    SELECT t.client_id, t.id AS attempt_id, t.assignment_id, t.user_id, t.version_id, b.id AS tablet_id, b.test_day_id
    FROM attempt_tokens k
    JOIN attempts t ON t.client_id = k.client_id AND t.id = k.attempt_id
    JOIN tablets b ON b.client_id = k.client_id AND b.id = k.tablet_id
    WHERE k.client_id = ${key.clientId} AND k.attempt_id = ${key.attemptId} AND k.token_hash = ${key.tokenHash}
      AND k.withdrawn_at IS NOT NULL`.execute(db)
  return rows[0]
}

export interface Waiting {
  id: string
  client_id: string
  test_day_id: string
  assignment_id: string
  tablet_id: string
  reason: NewWaiting['reason']
  sealed: Buffer | null
  received_at: Date
}

/** Locks the newest delivery of a test that a tablet has begun, whether pending or decided. */
export async function lockWaiting(
  tx: Executor,
  key: { clientId: string; tabletId: string; assignmentId: string; begunId: string },
): Promise<Waiting | undefined> {
  return tx
    .selectFrom('waiting_deliveries')
    .select([
      'id',
      'client_id',
      'test_day_id',
      'assignment_id',
      'tablet_id',
      'reason',
      'sealed',
      'received_at',
    ])
    .where('client_id', '=', key.clientId)
    .where('assignment_id', '=', key.assignmentId)
    .where('tablet_id', '=', key.tabletId)
    .where('begun_id', '=', key.begunId)
    .orderBy('received_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

export interface NewWaiting {
  clientId: string
  id: string
  testDayId: string
  assignmentId: string
  tabletId: string
  begunId: string
  reason: 'withdrawn' | 'replaced_code' | 'needs_connection'
  answered: number
  submitted: boolean
  refused: boolean
  sealed: Buffer
}

/** Keeps a delivery, or the newest of one that waits. Nothing of somebody whose data was erased meanwhile. */
export async function writeWaiting(tx: Executor, one: NewWaiting): Promise<void> {
  await sql`
    INSERT INTO waiting_deliveries
      (client_id, id, test_day_id, assignment_id, tablet_id, begun_id, reason, answered, submitted, refused, sealed)
    SELECT client_id, ${one.id}, ${one.testDayId}, id, ${one.tabletId}, ${one.begunId}, ${one.reason},
      ${one.answered}::int, ${one.submitted}::boolean, ${one.refused}::boolean, ${one.sealed}
    FROM assignments WHERE client_id = ${one.clientId} AND id = ${one.assignmentId} AND erased_at IS NULL
    ON CONFLICT (client_id, id) DO UPDATE SET received_at = now(), answered = excluded.answered,
      submitted = excluded.submitted, refused = excluded.refused, sealed = excluded.sealed`.execute(tx)
}

/** Tells whether something of a test day waits for a decision. */
export async function hasWaiting(
  db: Executor,
  { clientId, testDayId }: { clientId: string; testDayId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('waiting_deliveries')
    .select('id')
    .where('client_id', '=', clientId)
    .where('test_day_id', '=', testDayId)
    .where('decision', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
