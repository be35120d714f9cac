import { sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { AssignmentStatus } from '#contract/assignments.ts'
import type { AuditAction } from '#contract/audit.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'

/** Whose data, and of which client alone; null: of all. */
export interface Whose {
  userId: string
  clientId: string | null
}

const ofClient = (column: string, { clientId }: Whose) =>
  sql`(${clientId}::uuid IS NULL OR ${sql.ref(column)} = ${clientId}::uuid)`

export async function findAccount(db: Executor, { userId }: Whose) {
  return db
    .selectFrom('users')
    .select([
      ...(['id', 'name', 'email', 'phone', 'avatar', 'locale'] as const),
      ...(['time_zone', 'created_at', 'email_verified_at'] as const),
      sql<boolean>`password_hash IS NOT NULL`.as('has_password'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

export interface MembershipRow {
  client_id: string
  client_name: string
  client_email: string
  client_phone: string
  time_zone: string
  id: string
  role: 'manager' | 'candidate' | 'employee'
  name: string
  phone: string
  staff_number: string
  group_name: string
  joined_at: Date
  removed_at: Date | null
  held_at: Date | null
  kept_until: Date | null
}

/** Where somebody belongs or belonged, unless it was erased; the period of name and contact as the daily run has it. */
export async function findMemberships(db: Executor, whose: Whose): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    SELECT m.client_id, c.name AS client_name, c.email AS client_email, c.phone AS client_phone, c.time_zone, m.id,
      m.role, m.name, m.phone, m.staff_number, m.group_name, m.joined_at, m.removed_at, m.held_at,
      CASE WHEN m.role <> 'manager' THEN person_kept_until(m.client_id, m.user_id) END AS kept_until
    FROM memberships m JOIN clients c ON c.id = m.client_id
    WHERE m.user_id = ${whose.userId} AND m.erased_at IS NULL AND ${ofClient('m.client_id', whose)}
    ORDER BY m.joined_at, m.id`.execute(db)
  return rows
}

export interface TestRow {
  client_id: string
  membership_id: string
  id: string
  version_id: string
  version_number: number
  legal_basis: string | null
  description: string
  status: AssignmentStatus
  end_reason: string | null
  locale: Locale
  created_at: Date
  opens_at: Date | null
  due_date: string | null
  started_at: Date | null
  ended_at: Date | null
  erased_at: Date | null
  time_percent: Accommodations['timePercent']
  text_size: Accommodations['textSize']
  read_aloud: boolean
  breaks: Accommodations['breaks']
  break_minutes: Accommodations['breakMinutes']
  place: string | null
  day: string | null
  kept_months: number
  kept_until: Date | null
  /** Of the sensitive scales that were asked. */
  scales_kept_until: Date | null
  attempt_id: string | null
  attempt_locale: Locale | null
  receipt: string | null
  read_aloud_used: boolean | null
  paused_seconds: number | null
  added_seconds: number | null
  ended_by: string | null
  left_out: string[] | null
  scored_at: Date | null
  time_zone: string
  /** Answers on scales whose consent was withdrawn, which a legal hold keeps apart, and the scores of then. */
  held: boolean
  held_scores: unknown
}

export async function findTests(db: Executor, whose: Whose): Promise<TestRow[]> {
  const { rows } = await sql<TestRow>`
    SELECT a.client_id, a.membership_id, a.id, a.version_id, v.number AS version_number, e.legal_basis, a.description,
      a.status, a.end_reason, a.locale, a.created_at, a.opens_at, a.due_date, a.started_at, a.ended_at, a.erased_at,
      a.time_percent, a.text_size, a.read_aloud, a.breaks, a.break_minutes, d.place, d.day, months.kept AS kept_months,
      months.start + make_interval(months => months.kept) AS kept_until,
      CASE WHEN NOT v.sensitive_scales <@ t.left_out
        THEN months.start + make_interval(months => least(months.scales, months.kept)) END AS scales_kept_until,
      t.id AS attempt_id, t.locale AS attempt_locale, t.receipt, t.read_aloud_used, t.paused_seconds, t.added_seconds,
      t.ended_by, t.left_out, r.scored_at, c.time_zone, coalesce(h.answers <> '[]', false) AS held, h.scores AS held_scores
    FROM assignments a
    JOIN clients c ON c.id = a.client_id
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    JOIN inventory_versions v ON v.id = a.version_id
    CROSS JOIN LATERAL (SELECT retention_months(a.client_id, a.inventory_id, m.role,
      v.sensitive) AS kept, retention_months(a.client_id, NULL, m.role, true) AS scales,
      CASE WHEN a.ended_at IS NULL THEN kept_from(a.client_id, a.id) ELSE a.ended_at END AS start) months
    LEFT JOIN inventory_enablements e ON e.client_id = a.client_id AND e.inventory_id = a.inventory_id
    LEFT JOIN test_days d ON d.client_id = a.client_id AND d.id = a.test_day_id
    LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    LEFT JOIN results r ON r.client_id = t.client_id AND r.attempt_id = t.id
    LEFT JOIN held_answers h ON h.client_id = t.client_id AND h.attempt_id = t.id
    WHERE a.user_id = ${whose.userId} AND m.erased_at IS NULL AND ${ofClient('a.client_id', whose)}
    ORDER BY a.created_at, a.battery_place, a.id`.execute(db)
  return rows
}

export async function findConsents(db: Executor, whose: Whose) {
  return db
    .selectFrom('consents')
    .select([
      'client_id',
      'assignment_id',
      'notice_id',
      'notice_version',
      'kind',
      'version_id',
      'locale',
      'text_hash',
      'device',
      'channel',
      'recipients_text',
      'accepted_at',
      'device_accepted_at',
      'withdrawn_at',
    ])
    .where('user_id', '=', whose.userId)
    .where(sql<boolean>`${ofClient('client_id', whose)}`)
    .orderBy('accepted_at')
    .orderBy('notice_id')
    .execute()
}

export interface AnswerRow {
  item_id: string
  value: unknown
  answered_at: Date | null
  stored_at: Date
  elapsed_ms: number | null
  late: boolean
}

/** All answers of an attempt, late ones too, and those that a legal hold keeps apart. */
export async function findAnswers(
  db: Executor,
  key: { clientId: string; attemptId: string },
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    SELECT item_id, value, answered_at, stored_at, elapsed_ms, late FROM responses
    WHERE client_id = ${key.clientId} AND attempt_id = ${key.attemptId}
    UNION ALL
    SELECT kept.* FROM held_answers h CROSS JOIN LATERAL jsonb_to_recordset(h.answers) AS kept (
      item_id text, value jsonb, answered_at timestamptz, stored_at timestamptz, elapsed_ms integer, late boolean)
    WHERE h.client_id = ${key.clientId} AND h.attempt_id = ${key.attemptId}`.execute(db)
  return rows
}

export async function findSignals(db: Executor, key: { clientId: string; attemptId: string }) {
  return db
    .selectFrom('attempt_signals')
    .select(['kind', 'happened_at', 'seconds', 'device'])
    .where('client_id', '=', key.clientId)
    .where('attempt_id', '=', key.attemptId)
    .orderBy('happened_at')
    .execute()
}

export async function findBreaks(db: Executor, key: { clientId: string; attemptId: string }) {
  return db
    .selectFrom('attempt_breaks')
    .select(['started_at', 'seconds'])
    .where('client_id', '=', key.clientId)
    .where('attempt_id', '=', key.attemptId)
    .orderBy('started_at')
    .execute()
}

export async function findNotes(db: Executor, key: { clientId: string; assignmentId: string }) {
  return db
    .selectFrom('assignment_notes')
    .select(['text', 'created_at'])
    .where('client_id', '=', key.clientId)
    .where('assignment_id', '=', key.assignmentId)
    .orderBy('created_at')
    .execute()
}

export async function findReminders(db: Executor, key: { clientId: string; assignmentId: string }) {
  return db
    .selectFrom('reminders')
    .select(sql<Date>`sent_at`.as('sent_at'))
    .where('client_id', '=', key.clientId)
    .where('assignment_id', '=', key.assignmentId)
    .where('sent_at', 'is not', null)
    .orderBy('sent_at')
    .execute()
}

export async function findRegistrations(db: Executor, key: { clientId: string; membershipId: string }) {
  return db
    .selectFrom('registrants')
    .select(['created_at', 'name', 'email', 'phone', 'state', 'repeats'])
    .where('client_id', '=', key.clientId)
    .where('membership_id', '=', key.membershipId)
    .orderBy('created_at')
    .execute()
}

export async function findRequests(db: Executor, key: { clientId: string; membershipId: string }) {
  return db
    .selectFrom('person_requests')
    .select([
      'id',
      'kind',
      'message',
      'channel',
      'received_on',
      'created_at',
      'due_at',
      'decision',
      'reason',
      'decided_at',
    ])
    .where('client_id', '=', key.clientId)
    .where('membership_id', '=', key.membershipId)
    .orderBy('created_at')
    .execute()
}

export async function findSessions(db: Executor, whose: Whose) {
  return db
    .selectFrom('sessions as session')
    .leftJoin('clients as client', 'client.id', 'session.invitation_client_id')
    .select([
      'client.name as client',
      'session.user_agent',
      'session.created_at',
      'session.seen_at',
      'session.expires_at',
    ])
    .where('session.user_id', '=', whose.userId)
    .where(sql<boolean>`${ofClient('session.invitation_client_id', whose)}`)
    .orderBy('session.created_at')
    .execute()
}

/** Devices are the account's; they are of no client. */
export async function findDevices(db: Executor, userId: string) {
  return db
    .selectFrom('known_devices')
    .select('seen_at')
    .where('user_id', '=', userId)
    .orderBy('seen_at')
    .execute()
}

export async function findLinks(db: Executor, whose: Whose) {
  return db
    .selectFrom('one_time_links')
    .select([
      ...(['purpose', 'created_at', 'expires_at'] as const),
      sql<Date | null>`CASE purpose WHEN 'invitation' THEN opened_at ELSE used_at END`.as('opened_at'),
    ])
    .where('user_id', '=', whose.userId)
    .where(sql<boolean>`${ofClient('client_id', whose)}`)
    .orderBy('created_at')
    .execute()
}

export interface RecordRow {
  at: Date
  action: AuditAction
  reason: string | null
  actor_id: string | null
  actor_name: string | null
  client_id: string | null
  client: string | null
  /** Of the test that it is about. */
  code: string | null
  address: string
  /** The assignments that it names. */
  assignments: string[]
}

const entriesAbout = (whose: Whose) => sql`
    SELECT e.at, e.action, e.reason, e.actor_id, a.name AS actor_name, e.client_id, c.name AS client,
      e.details ->> 'code' AS code,
      CASE WHEN e.actor_id = ${whose.userId} THEN e.address ELSE '' END AS address,
      ARRAY(SELECT jsonb_array_elements_text(CASE jsonb_typeof(e.details -> 'assignments')
        WHEN 'array' THEN e.details -> 'assignments' ELSE '[]' END)) AS assignments
    FROM audit_entries e LEFT JOIN users a ON a.id = e.actor_id LEFT JOIN clients c ON c.id = e.client_id
    WHERE e.subject_id = ${whose.userId} AND ${ofClient('e.client_id', whose)}`

export async function findRecord(db: Executor, whose: Whose, limit: number): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    ${entriesAbout(whose)} ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** When others opened or downloaded a report of theirs, all of it: who read is not lost among newer entries. */
export async function findReadings(db: Executor, whose: Whose): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    ${entriesAbout(whose)} AND e.action IN ('report_read', 'export', 'data_handed_out')
      AND e.actor_id IS DISTINCT FROM ${whose.userId} ORDER BY e.at DESC, e.id DESC`.execute(db)
  return rows
}

/** Memberships that a correction changes: those that the session reaches. */
export async function correctMemberships(
  tx: Executor,
  whose: Whose,
  change: { name?: string | undefined; phone?: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    UPDATE memberships m SET name = coalesce(${change.name ?? null}, m.name), phone = coalesce(${change.phone ?? null}, m.phone)
    WHERE m.user_id = ${whose.userId} AND m.erased_at IS NULL AND m.role <> 'manager' AND ${ofClient('m.client_id', whose)}
    RETURNING m.client_id`.execute(tx)
  return rows.map(({ client_id }) => client_id)
}

/** Whether another client than this one has something of the person: their account's name is not this one's to change. */
export async function isElsewhere(tx: Executor, { userId, clientId }: Whose): Promise<boolean> {
  const { rows } = await sql<{ elsewhere: boolean }>`
    SELECT ${clientId}::uuid IS NOT NULL AND (password_hash IS NOT NULL OR EXISTS (
      SELECT FROM memberships WHERE user_id = ${userId} AND client_id <> ${clientId}::uuid AND erased_at IS NULL)) AS elsewhere
    FROM users WHERE id = ${userId} FOR UPDATE`.execute(tx)
  return rows[0]?.elsewhere ?? false
}

export async function findPending(db: Executor, tokenHash: Buffer): Promise<string | null> {
  const found = await db
    .selectFrom('identity_codes as check')
    .innerJoin('sessions as session', 'session.id', 'check.session_id')
    .select('check.email')
    .where('session.token_hash', '=', tokenHash)
    .where('check.purpose', '=', 'address')
    .executeTakeFirst()
  return found?.email ?? null
}
