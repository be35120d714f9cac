import { sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { isAnswer } from '#server/db/is-answer.ts'
import { practiceEnded } from './clock/practice-queries.ts'

export interface AttemptRow {
  client_id: string
  id: string
  assignment_id: string
  user_id: string
  version_id: string
  locale: Locale
  epoch: number
  started_at: Date
  deadline: Date | null
  closed_at: Date | null
  closed_by: 'person' | 'time' | 'cancelled' | null
  receipt: string | null
  read_aloud_used: boolean
  time_percent: Accommodations['timePercent']
  text_size: number
  clock_moved: boolean
  left_out: string[]
}

const attemptColumns = [
  'client_id',
  'id',
  'assignment_id',
  'user_id',
  'version_id',
  'locale',
  'epoch',
  'started_at',
  'deadline',
  'closed_at',
  'closed_by',
  'receipt',
  'read_aloud_used',
  'time_percent',
  'text_size',
  'clock_moved',
  'left_out',
] as const

/** The attempt a live attempt token speaks for: until seven days after its end. */
export async function findByToken(
  db: Executor,
  key: { clientId: string; attemptId: string; tokenHash: Buffer },
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('attempt_tokens as token')
    .innerJoin('attempts as attempt', (join) =>
      join.onRef('attempt.client_id', '=', 'token.client_id').onRef('attempt.id', '=', 'token.attempt_id'),
    )
    .innerJoin('users as person', 'person.id', 'attempt.user_id')
    .select(attemptColumns.map((column) => `attempt.${column}` as const))
    .where('token.client_id', '=', key.clientId)
    .where('token.attempt_id', '=', key.attemptId)
    .where('token.token_hash', '=', key.tokenHash)
    .where('token.withdrawn_at', 'is', null)
    .where('person.deactivated_at', 'is', null)
    .where(sql<boolean>`coalesce(attempt.closed_at > now() - interval '7 days', true)`)
    .executeTakeFirst()
}

/** Locks an assignment, so that nobody else can start, close or cancel it. */
export async function lockAssignment(db: Executor, key: { clientId: string; id: string }): Promise<void> {
  await db
    .selectFrom('assignments')
    .select('id')
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .forUpdate()
    .executeTakeFirst()
}

/** An assignment's attempt, locked so that no answer can be stored while it is closed. */
export async function lockAttempt(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<AttemptRow | undefined> {
  return attemptOf(db, key).forUpdate().executeTakeFirst()
}

/** The attempt of an assignment as it is, without holding it. */
export const findAttempt = (
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<AttemptRow | undefined> => attemptOf(db, key).executeTakeFirst()

const attemptOf = (db: Executor, key: { clientId: string; assignmentId: string }) =>
  db
    .selectFrom('attempts')
    .select(attemptColumns)
    .where('client_id', '=', key.clientId)
    .where('assignment_id', '=', key.assignmentId)

/** The attempts with a result in an inventory, every version of it or one, in a steady order. */
export async function findScored(
  db: Executor,
  { code, number }: { code: string; number: number | undefined },
): Promise<{ clientId: string; assignmentId: string; number: number }[]> {
  let query = db
    .selectFrom('results as result')
    .innerJoin('inventory_versions as version', 'version.id', 'result.version_id')
    .innerJoin('inventories as inventory', 'inventory.id', 'version.inventory_id')
    .select([
      'result.client_id as clientId',
      'result.assignment_id as assignmentId',
      'version.number as number',
    ])
    .where('inventory.code', '=', code)
    .orderBy('result.client_id')
    .orderBy('result.assignment_id')
  if (number !== undefined) query = query.where('version.number', '=', number)
  return query.execute()
}

/**
 * A page of results that were scored by the rules before 2, of versions with sensitive questions: their response quality counts
 * those. From the index results_scored_by_rules_1.
 */
export async function findScoredBefore(
  db: Executor,
  after: { clientId: string; assignmentId: string } | undefined,
  limit: number,
): Promise<{ clientId: string; assignmentId: string; code: string }[]> {
  const { rows } = await sql<{ clientId: string; assignmentId: string; code: string }>`
    SELECT r.client_id AS "clientId", r.assignment_id AS "assignmentId", i.code
    FROM inventory_versions v JOIN inventories i ON i.id = v.inventory_id
    JOIN results r ON r.version_id = v.id AND r.scores ->> 'scoring' = '1'
    WHERE v.sensitive_items <> '{}' AND (${after?.clientId ?? null}::uuid IS NULL
      OR (r.client_id, r.assignment_id) > (${after?.clientId ?? null}::uuid, ${after?.assignmentId ?? null}::uuid))
    ORDER BY r.client_id, r.assignment_id LIMIT ${limit}`.execute(db)
  return rows
}

// Until its end an attempt has the language it was opened in last, then the one in which most of its answers were given.
const answeredIn = sql<Locale>`coalesce((
  SELECT mode() WITHIN GROUP (ORDER BY attempts.opening_locales[p.epoch]) FROM responses p
  WHERE p.client_id = attempts.client_id AND p.attempt_id = attempts.id AND NOT p.late AND ${isAnswer}), locale)`

export async function closeAttempt(
  db: Executor,
  key: { clientId: string; id: string },
  close: { by: 'person' | 'time'; receipt: string; endedBy?: string | undefined; at?: Date | undefined },
): Promise<Date> {
  const { closed_at } = await db
    .updateTable('attempts')
    .set({
      closed_at: close.at ?? sql`now()`,
      closed_by: close.by,
      receipt: close.receipt,
      ended_by: close.endedBy ?? null,
      locale: answeredIn,
      ...practiceEnded,
    })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .returning(sql<Date>`closed_at`.as('closed_at'))
    .executeTakeFirstOrThrow()
  return closed_at
}

/** Closes open attempts as cancelled, in the order of their ids; waits for answers that are being stored. */
export async function closeCancelled(
  db: Executor,
  key: { clientId: string; assignmentIds: readonly string[] },
): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ closed_at: sql`now()`, closed_by: 'cancelled', ...practiceEnded })
    .where('client_id', '=', key.clientId)
    .where('assignment_id', '=', sql<string>`ANY (${key.assignmentIds}::uuid[])`)
    .where('closed_at', 'is', null)
    .execute()
}

/** Has attempts that the clock closed take no late answers either, of no device and no file. */
export async function refuseLate(
  db: Executor,
  key: { clientId: string; assignmentIds: readonly string[] },
): Promise<void> {
  const { clientId } = key
  const ids = sql`ANY (${key.assignmentIds}::uuid[])`
  await sql`
    UPDATE attempts SET closed_by = 'cancelled'
    WHERE client_id = ${clientId} AND assignment_id = ${ids} AND closed_by = 'time'`.execute(db)
  await sql`
    DELETE FROM attempt_tokens k USING attempts t
    WHERE t.client_id = ${clientId} AND t.assignment_id = ${ids}
      AND k.client_id = t.client_id AND k.attempt_id = t.id`.execute(db)
}

export async function deleteTokensOf(db: Executor, key: { clientId: string; userId: string }): Promise<void> {
  await sql`
    DELETE FROM attempt_tokens k USING attempts t, assignments a
    WHERE a.client_id = ${key.clientId} AND a.user_id = ${key.userId}
      AND t.client_id = a.client_id AND t.assignment_id = a.id
      AND k.client_id = t.client_id AND k.attempt_id = t.id`.execute(db)
}

/** Attempts whose limit is over and that nobody handed in. */
export async function findTimedOut(
  db: Executor,
  limit: number,
): Promise<{ client_id: string; assignment_id: string }[]> {
  return db
    .selectFrom('attempts')
    .select(['client_id', 'assignment_id'])
    .where('closed_at', 'is', null)
    .where('deadline', '<', sql<Date>`now()`)
    .orderBy('deadline')
    .limit(limit)
    .execute()
}

/**
 * Deletes the tokens of attempts that take nothing any more. Older ones were deleted by an earlier sweep. Those of withdrawn
 * tablets stay as long as the test: what comes with them waits for a manager.
 */
export async function deleteOldAttemptTokens(db: Executor): Promise<void> {
  await sql`
    DELETE FROM attempt_tokens k USING attempts t
    WHERE t.closed_at BETWEEN now() - interval '60 days' AND now() - interval '8 days' AND k.withdrawn_at IS NULL
      AND k.client_id = t.client_id AND k.attempt_id = t.id`.execute(db)
}

/** Marks a pending assignment as done. */
export async function markCompleted(
  db: Executor,
  key: { clientId: string; id: string },
  at?: Date,
): Promise<void> {
  await db
    .updateTable('assignments')
    .set({ status: 'completed', ended_at: at ?? sql`now()` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('status', '=', 'pending')
    .execute()
}
