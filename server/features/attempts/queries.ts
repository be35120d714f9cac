import { sql } from 'kysely'
import type { AssignmentStatus } from '#contract/assignments.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'

export interface OwnRow {
  client_id: string
  id: string
  client_name: string
  client_phone: string
  time_zone: string
  person_name: string
  inventory_id: string
  version_id: string
  description: string
  assignment_locale: Locale
  status: AssignmentStatus
  end_reason: string | null
  created_at: Date
  due_date: string | null
  /** Past its due day by the client's clock. */
  overdue: boolean
  started_at: Date | null
  ended_at: Date | null
  attempt_id: string | null
  attempt_locale: Locale | null
  epoch: number | null
  deadline: Date | null
  deadline_passed: boolean
  closed_by: 'person' | 'time' | 'cancelled' | null
  receipt: string | null
  answered: number
}

interface Whose {
  userId: string
  clientId: string | null
  assignmentId?: string
}

/** A person's assignments, open ones first; an invitation's session sees those of its client alone. */
export async function findOwn(db: Executor, { userId, clientId, assignmentId }: Whose): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    SELECT a.client_id, a.id, c.name AS client_name, c.phone AS client_phone, c.time_zone, m.name AS person_name,
           a.inventory_id, a.version_id, a.description, a.locale AS assignment_locale, a.status, a.end_reason,
           a.created_at, a.due_date,
           coalesce((now() AT TIME ZONE c.time_zone)::date > a.due_date, false) AS overdue,
           a.started_at, a.ended_at, t.id AS attempt_id, t.locale AS attempt_locale, t.epoch, t.deadline,
           coalesce(t.deadline <= now(), false) AS deadline_passed, t.closed_by, t.receipt,
           (SELECT count(DISTINCT r.item_id) FROM responses r
            WHERE r.client_id = t.client_id AND r.attempt_id = t.id) AS answered
    FROM assignments a
    JOIN clients c ON c.id = a.client_id
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id AND m.removed_at IS NULL
    LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    WHERE a.user_id = ${userId}
      AND (${clientId}::uuid IS NULL OR a.client_id = ${clientId}::uuid)
      AND (${assignmentId ?? null}::uuid IS NULL OR a.id = ${assignmentId ?? null}::uuid)
    ORDER BY a.status <> 'pending', a.created_at DESC, a.id DESC
    LIMIT 200`.execute(db)
  return rows
}

/** Holds an assignment against everybody else who would start, close or cancel it. */
export async function lockAssignment(db: Executor, key: { clientId: string; id: string }): Promise<void> {
  await db
    .selectFrom('assignments')
    .select('id')
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findConsents(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<{ notice_id: string; notice_version: number; accepted_at: Date }[]> {
  return db
    .selectFrom('consents')
    .select(['notice_id', 'notice_version', 'accepted_at'])
    .where('client_id', '=', key.clientId)
    .where('assignment_id', '=', key.assignmentId)
    .execute()
}

export interface NewConsent {
  noticeId: string
  noticeVersion: number
  kind: 'information' | 'explicit_consent'
}

export async function insertConsents(
  db: Executor,
  common: { clientId: string; assignmentId: string; userId: string; versionId: string; locale: Locale },
  consents: readonly NewConsent[],
): Promise<void> {
  if (consents.length === 0) return
  await db
    .insertInto('consents')
    .values(
      consents.map((consent) => ({
        client_id: common.clientId,
        assignment_id: common.assignmentId,
        notice_id: consent.noticeId,
        notice_version: consent.noticeVersion,
        kind: consent.kind,
        user_id: common.userId,
        version_id: common.versionId,
        locale: common.locale,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Starts the attempt, or opens a new epoch of the one there is. */
export async function upsertAttempt(
  db: Executor,
  attempt: {
    id: string
    clientId: string
    assignmentId: string
    userId: string
    versionId: string
    locale: Locale
    limitSeconds: number | null
  },
): Promise<{ id: string; epoch: number; started_at: Date; deadline: Date | null }> {
  const { rows } = await sql<{ id: string; epoch: number; started_at: Date; deadline: Date | null }>`
    INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, deadline)
    VALUES (${attempt.clientId}, ${attempt.id}, ${attempt.assignmentId}, ${attempt.userId}, ${attempt.versionId},
            ${attempt.locale}, now() + make_interval(secs => ${attempt.limitSeconds}::float8))
    ON CONFLICT (client_id, assignment_id) DO UPDATE SET epoch = attempts.epoch + 1, locale = excluded.locale
    RETURNING id, epoch, started_at, deadline`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('an attempt was neither added nor found')
  return row
}

export async function markStarted(db: Executor, key: { clientId: string; id: string }): Promise<void> {
  await db
    .updateTable('assignments')
    .set({ started_at: sql`coalesce(started_at, now())` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

export async function insertAttemptToken(
  db: Executor,
  token: { clientId: string; attemptId: string; tokenHash: Buffer },
): Promise<void> {
  await db
    .insertInto('attempt_tokens')
    .values({ client_id: token.clientId, attempt_id: token.attemptId, token_hash: token.tokenHash })
    .execute()
}

export interface AttemptRow {
  client_id: string
  id: string
  assignment_id: string
  user_id: string
  version_id: string
  locale: Locale
  started_at: Date
  deadline: Date | null
  closed_at: Date | null
  closed_by: 'person' | 'time' | 'cancelled' | null
  receipt: string | null
}

const attemptColumns = [
  'client_id',
  'id',
  'assignment_id',
  'user_id',
  'version_id',
  'locale',
  'started_at',
  'deadline',
  'closed_at',
  'closed_by',
  'receipt',
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
    .where('person.deactivated_at', 'is', null)
    .where(sql<boolean>`coalesce(attempt.closed_at > now() - interval '7 days', true)`)
    .executeTakeFirst()
}

/** An assignment's attempt, held so that no answer can be stored while it is closed. */
export async function lockAttempt(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('attempts')
    .select(attemptColumns)
    .where('client_id', '=', key.clientId)
    .where('assignment_id', '=', key.assignmentId)
    .forUpdate()
    .executeTakeFirst()
}

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

export async function closeAttempt(
  db: Executor,
  key: { clientId: string; id: string },
  close: { by: 'person' | 'time' | 'cancelled'; receipt: string | null },
): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ closed_at: sql`now()`, closed_by: close.by, receipt: close.receipt })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** Closes open attempts as cancelled, in the order of their ids; waits for answers that are being stored. */
export async function closeCancelled(
  db: Executor,
  key: { clientId: string; assignmentIds: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE attempts SET closed_at = now(), closed_by = 'cancelled'
    WHERE client_id = ${key.clientId} AND assignment_id = ANY (${key.assignmentIds}::uuid[]) AND closed_at IS NULL`.execute(
    db,
  )
}

export async function deleteTokensOf(db: Executor, key: { clientId: string; userId: string }): Promise<void> {
  await sql`
    DELETE FROM attempt_tokens k USING attempts t, assignments a
    WHERE a.client_id = ${key.clientId} AND a.user_id = ${key.userId}
      AND t.client_id = a.client_id AND t.assignment_id = a.id
      AND k.client_id = t.client_id AND k.attempt_id = t.id`.execute(db)
}

export async function insertSection(
  db: Executor,
  section: { clientId: string; attemptId: string; sectionId: string; limitSeconds: number },
): Promise<{ started_at: Date; deadline: Date }> {
  const { clientId, attemptId, sectionId, limitSeconds } = section
  await sql`
    INSERT INTO attempt_sections (client_id, attempt_id, section_id, deadline)
    SELECT ${clientId}, ${attemptId}, ${sectionId}, least(now() + make_interval(secs => ${limitSeconds}::float8), t.deadline)
    FROM attempts t WHERE t.client_id = ${clientId} AND t.id = ${attemptId}
    ON CONFLICT DO NOTHING`.execute(db)
  return db
    .selectFrom('attempt_sections')
    .select(['started_at', 'deadline'])
    .where('client_id', '=', clientId)
    .where('attempt_id', '=', attemptId)
    .where('section_id', '=', sectionId)
    .executeTakeFirstOrThrow()
}

export async function findSections(
  db: Executor,
  key: { clientId: string; attemptId: string },
): Promise<{ section_id: string; started_at: Date; deadline: Date; passed: boolean }[]> {
  return db
    .selectFrom('attempt_sections')
    .select(['section_id', 'started_at', 'deadline', sql<boolean>`deadline <= now()`.as('passed')])
    .where('client_id', '=', key.clientId)
    .where('attempt_id', '=', key.attemptId)
    .execute()
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

/** What decides whether an invitation link still opens. */
export async function findInvitationFacts(
  db: Executor,
  key: { clientId: string; userId: string },
): Promise<{
  member: boolean
  assignments: number
  open: number
  deliverable: number
  receipt: string | null
}> {
  const { rows } = await sql<{
    member: boolean
    assignments: number
    open: number
    deliverable: number
    receipt: string | null
  }>`
    SELECT EXISTS (SELECT FROM memberships m WHERE m.client_id = ${key.clientId} AND m.user_id = ${key.userId}
                   AND m.removed_at IS NULL) AS member,
           count(a.id) AS assignments,
           count(*) FILTER (WHERE a.status = 'pending' AND (a.due_date IS NULL
             OR (now() AT TIME ZONE c.time_zone)::date <= a.due_date OR t.deadline > now())) AS open,
           count(*) FILTER (WHERE t.closed_by = 'time' AND t.closed_at > now() - interval '7 days') AS deliverable,
           (array_agg(t.receipt ORDER BY t.closed_at DESC) FILTER (WHERE t.closed_by = 'person'))[1] AS receipt
    FROM assignments a
    JOIN clients c ON c.id = a.client_id
    LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    WHERE a.client_id = ${key.clientId} AND a.user_id = ${key.userId}`.execute(db)
  const facts = rows[0]
  if (facts === undefined) throw new Error('an aggregate has no row')
  return facts
}

/** Deletes the tokens of attempts that take nothing any more. Older ones were deleted by an earlier sweep. */
export async function deleteOldAttemptTokens(db: Executor): Promise<void> {
  await sql`
    DELETE FROM attempt_tokens k USING attempts t
    WHERE t.closed_at BETWEEN now() - interval '60 days' AND now() - interval '8 days'
      AND k.client_id = t.client_id AND k.attempt_id = t.id`.execute(db)
}
