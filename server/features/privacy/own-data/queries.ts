import { type RawBuilder, sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { AssignmentStatus } from '#contract/assignments.ts'
import type { AuditAction } from '#contract/audit.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { columnFor, columnsFor, isRead } from '#server/privacy/queries.ts'
import type { Reader } from '#server/privacy/registry.ts'

/** A person, and one client alone; null: all clients. */
export interface Scope {
  userId: string
  clientId: string | null
}

/** The same, for a file. */
export interface FileScope extends Scope {
  reader: Reader
}

const ofClient = (column: string, { clientId }: Scope) =>
  sql`(${clientId}::uuid IS NULL OR ${sql.ref(column)} = ${clientId}::uuid)`

export async function findAccount(db: Executor, { userId }: Scope) {
  return db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.phone',
      'users.locale',
      'users.time_zone',
      'users.created_at',
      'users.email_verified_at',
      'second_factors.confirmed_at as second_factor_at',
      sql<boolean>`password_hash IS NOT NULL`.as('has_password'),
      sql<string | null>`(SELECT c.email FROM identity_codes c JOIN sessions s ON s.id = c.session_id
        WHERE s.user_id = users.id AND c.purpose = 'address' ORDER BY c.code_ends_at DESC NULLS FIRST LIMIT 1)`.as(
        'pending_email',
      ),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function findPicture(db: Executor, { userId }: Scope): Promise<Buffer | undefined> {
  const row = await db.selectFrom('avatars').select('image').where('user_id', '=', userId).executeTakeFirst()
  return row?.image
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
  email: string | null
  phone: string
  staff_number: string
  group_name: string
  joined_at: Date
  removed_at: Date | null
  held_at: Date | null
  hold_reason: string | null
  kept_until: Date | null
}

const membershipColumns = [
  'role',
  'name',
  'email',
  'phone',
  'staff_number',
  'group_name',
  'joined_at',
  'removed_at',
  'held_at',
  'hold_reason',
] as const

/** Where somebody belongs or belonged, unless it was erased; the period of name and contact as the daily run has it. */
export async function findMemberships(db: Executor, whose: FileScope): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    SELECT m.client_id, c.name AS client_name, c.email AS client_email, c.phone AS client_phone, c.time_zone, m.id,
      ${sql.join(columnsFor(whose.reader, 'memberships', membershipColumns, 'm'))},
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
  restricted_at: Date | null
  battery_place: number | null
  pause_minutes: number | null
  time_percent: Accommodations['timePercent']
  text_size: Accommodations['textSize']
  read_aloud: boolean
  breaks: Accommodations['breaks']
  break_minutes: Accommodations['breakMinutes']
  place: string | null
  day: string | null
  room: string | null
  kept_months: number
  kept_until: Date | null
  /** The end of the period of the sensitive scales that were asked. */
  scales_kept_until: Date | null
  attempt_id: string | null
  attempt_locale: Locale | null
  receipt: string | null
  deadline: Date | null
  closed_by: 'person' | 'time' | 'cancelled' | null
  practised_sections: string[] | null
  /** The label of the tablet that it was taken on. */
  tablet: string | null
  tablet_room: string | null
  offline: boolean
  read_aloud_used: boolean | null
  auto_next_used: boolean | null
  paused_at: Date | null
  paused_seconds: number | null
  added_seconds: number | null
  ended_by_manager: boolean
  left_out: string[] | null
  scored: boolean
  scored_at: Date | null
  late_decision: 'accepted' | 'left' | null
  late_decided_at: Date | null
  time_zone: string
  /** Answers on scales whose consent was withdrawn, which a legal hold keeps apart, and the scores of then. */
  held: boolean
  held_scores: unknown
}

const assignmentColumns = [
  'description',
  'status',
  'end_reason',
  'locale',
  'created_at',
  'opens_at',
  'due_date',
  'started_at',
  'ended_at',
  'erased_at',
  'restricted_at',
  'battery_place',
  'pause_minutes',
  'time_percent',
  'text_size',
  'read_aloud',
  'breaks',
  'break_minutes',
] as const
const attemptColumns = [
  'receipt',
  'read_aloud_used',
  'auto_next_used',
  'paused_at',
  'paused_seconds',
  'added_seconds',
  'deadline',
  'closed_by',
  'practised_sections',
  'left_out',
] as const
const resultColumns = ['scored_at', 'late_decision', 'late_decided_at'] as const

export async function findTests(db: Executor, whose: FileScope): Promise<TestRow[]> {
  const { reader } = whose
  const leftOut = columnFor(reader, 'attempts', 'left_out', 't')
  const heldAnswers = columnFor(reader, 'held_answers', 'answers', 'h')
  const { rows } = await sql<TestRow>`
    SELECT a.client_id, a.membership_id, a.id, a.version_id, v.number AS version_number, e.legal_basis,
      ${sql.join(columnsFor(reader, 'assignments', assignmentColumns, 'a'))},
      d.place, d.day, ${sql.join(columnsFor(reader, 'test_day_people', ['room'], 'p'))},
      retention_months(a.client_id, a.inventory_id, m.role, v.sensitive) AS kept_months,
      ends.test AS kept_until, CASE WHEN NOT v.sensitive_scales <@ ${leftOut}
        THEN least(ends.test, retention_end(a.client_id, NULL, m.role, true, ends.start)) END AS scales_kept_until,
      t.id AS attempt_id, ${columnFor(reader, 'attempts', 'locale', 't')} AS attempt_locale,
      ${sql.join(columnsFor(reader, 'attempts', attemptColumns, 't'))},
      tablet.name AS tablet, tablet.room AS tablet_room,
      ${columnFor(reader, 'attempts', 'offline_id', 't')} IS NOT NULL AS offline, t.ended_by IS NOT NULL AS ended_by_manager,
      r.attempt_id IS NOT NULL AS scored, ${sql.join(columnsFor(reader, 'results', resultColumns, 'r'))}, c.time_zone,
      coalesce(${heldAnswers} <> '[]', false) AS held, ${columnFor(reader, 'held_answers', 'scores', 'h')} AS held_scores
    FROM assignments a
    JOIN clients c ON c.id = a.client_id
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    JOIN inventory_versions v ON v.id = a.version_id
    CROSS JOIN LATERAL (
      SELECT start, retention_end(a.client_id, a.inventory_id, m.role, v.sensitive, start) AS test
      FROM (SELECT CASE WHEN m.held_at IS NOT NULL OR a.erased_at IS NOT NULL THEN NULL WHEN a.ended_at IS NULL THEN kept_from(a.client_id, a.id)
        ELSE a.ended_at END AS start) AS facts) ends
    LEFT JOIN inventory_enablements e ON e.client_id = a.client_id AND e.inventory_id = a.inventory_id
    LEFT JOIN test_days d ON d.client_id = a.client_id AND d.id = a.test_day_id
    LEFT JOIN test_day_people p ON p.client_id = a.client_id AND p.test_day_id = a.test_day_id
      AND p.membership_id = a.membership_id
    LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    LEFT JOIN tablets tablet ON tablet.client_id = t.client_id AND tablet.id = t.tablet_id
    LEFT JOIN results r ON r.client_id = t.client_id AND r.attempt_id = t.id
    LEFT JOIN held_answers h ON h.client_id = t.client_id AND h.attempt_id = t.id
    WHERE a.user_id = ${whose.userId} AND m.erased_at IS NULL AND ${ofClient('a.client_id', whose)}
    ORDER BY a.created_at, a.battery_place, a.id`.execute(db)
  return rows
}

const consentColumns = [
  'notice_id',
  'notice_version',
  'kind',
  'locale',
  'text_hash',
  'recipients_text',
  'device',
  'channel',
  'accepted_at',
  'device_accepted_at',
  'withdrawn_at',
] as const

export async function findConsents(db: Executor, whose: FileScope) {
  return db
    .selectFrom('consents')
    .select(columnsFor(whose.reader, 'consents', consentColumns))
    .select(['client_id', 'assignment_id', 'version_id'])
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
  stored_at: Date | null
  elapsed_ms: number | null
  late: boolean
}

const answerColumns = ['item_id', 'value', 'answered_at', 'stored_at', 'elapsed_ms', 'late'] as const

/** All answers of an attempt, late ones too, and those that a legal hold keeps apart. */
export async function findAnswers(
  db: Executor,
  reader: Reader,
  key: { clientId: string; attemptId: string },
): Promise<AnswerRow[]> {
  const held = sql`
    UNION ALL
    SELECT kept.* FROM held_answers h CROSS JOIN LATERAL jsonb_to_recordset(h.answers) AS kept (
      item_id text, value jsonb, answered_at timestamptz, stored_at timestamptz, elapsed_ms integer, late boolean)
    WHERE h.client_id = ${key.clientId} AND h.attempt_id = ${key.attemptId}`
  const { rows } = await sql<AnswerRow>`
    SELECT ${sql.join(columnsFor(reader, 'responses', answerColumns))} FROM responses
    WHERE client_id = ${key.clientId} AND attempt_id = ${key.attemptId}
    ${isRead(reader, 'held_answers') ? held : sql``}`.execute(db)
  return rows
}

export interface KeptAttemptRow {
  tablet: string
  room: string
  started_at: Date
  received_at: Date
  submitted: boolean
  /** The responses as the tablet sent them. */
  responses: unknown
}

/** Answers that other tablets have delivered for a test that was begun elsewhere before. */
export async function findKeptAttempts(
  db: Executor,
  reader: Reader,
  key: { clientId: string; assignmentId: string },
): Promise<KeptAttemptRow[]> {
  return db
    .selectFrom('kept_attempts as kept')
    .innerJoin('tablets as tablet', (join) =>
      join.onRef('tablet.client_id', '=', 'kept.client_id').onRef('tablet.id', '=', 'kept.tablet_id'),
    )
    .select(['tablet.name as tablet', 'tablet.room'])
    .select(
      columnsFor(reader, 'kept_attempts', ['started_at', 'received_at', 'submitted', 'responses'], 'kept'),
    )
    .where('kept.client_id', '=', key.clientId)
    .where('kept.assignment_id', '=', key.assignmentId)
    .orderBy('kept.received_at')
    .execute()
}

/** Encrypted deliveries of withdrawn tablets for it that nobody has decided about. */
export async function findWaitingDeliveries(
  db: Executor,
  reader: Reader,
  key: { clientId: string; assignmentId: string },
) {
  return db
    .selectFrom('waiting_deliveries as w')
    .innerJoin('tablets as tablet', (join) =>
      join.onRef('tablet.client_id', '=', 'w.client_id').onRef('tablet.id', '=', 'w.tablet_id'),
    )
    .select(['w.id', 'tablet.name as tablet', 'tablet.room'])
    .select(columnsFor(reader, 'waiting_deliveries', ['received_at', 'submitted', 'sealed'], 'w'))
    .where('w.client_id', '=', key.clientId)
    .where('w.assignment_id', '=', key.assignmentId)
    .where('w.decision', 'is', null)
    .orderBy('w.received_at')
    .execute()
}

export async function findSections(
  db: Executor,
  reader: Reader,
  key: { clientId: string; attemptId: string },
) {
  if (!isRead(reader, 'attempt_sections')) return []
  return db
    .selectFrom('attempt_sections')
    .select(['section_id', 'started_at', 'deadline'])
    .where('client_id', '=', key.clientId)
    .where('attempt_id', '=', key.attemptId)
    .orderBy('started_at')
    .execute()
}

/** The last sign of the device that has an attempt, while it is there. */
export async function findLastSign(
  db: Executor,
  reader: Reader,
  key: { clientId: string; attemptId: string },
) {
  if (!isRead(reader, 'attempt_presence')) return undefined
  return db
    .selectFrom('attempt_presence')
    .select(['seen_at', 'item_id', 'unsent', 'answered'])
    .where('client_id', '=', key.clientId)
    .where('attempt_id', '=', key.attemptId)
    .executeTakeFirst()
}

export async function findSignals(
  db: Executor,
  reader: Reader,
  key: { clientId: string; attemptId: string },
) {
  return db
    .selectFrom('attempt_signals')
    .select(columnsFor(reader, 'attempt_signals', ['kind', 'happened_at', 'seconds', 'device']))
    .where('client_id', '=', key.clientId)
    .where('attempt_id', '=', key.attemptId)
    .orderBy('happened_at')
    .execute()
}

export async function findBreaks(db: Executor, reader: Reader, key: { clientId: string; attemptId: string }) {
  return db
    .selectFrom('attempt_breaks')
    .select(columnsFor(reader, 'attempt_breaks', ['started_at', 'seconds']))
    .where('client_id', '=', key.clientId)
    .where('attempt_id', '=', key.attemptId)
    .orderBy('started_at')
    .execute()
}

export async function findNotes(
  db: Executor,
  reader: Reader,
  key: { clientId: string; assignmentId: string },
) {
  return db
    .selectFrom('assignment_notes')
    .select(columnsFor(reader, 'assignment_notes', ['text', 'created_at']))
    .where('client_id', '=', key.clientId)
    .where('assignment_id', '=', key.assignmentId)
    .orderBy('created_at')
    .execute()
}

const shareColumns = ['recipient', 'legal_ground', 'show', 'created_at', 'expires_at', 'revoked_at'] as const

/** The shares of a test's report, the oldest first. */
export async function findShares(
  db: Executor,
  reader: Reader,
  key: { clientId: string; assignmentId: string },
) {
  return db
    .selectFrom('share_reports as shown')
    .innerJoin('shares as share', (join) =>
      join.onRef('share.client_id', '=', 'shown.client_id').onRef('share.id', '=', 'shown.share_id'),
    )
    .select(columnsFor(reader, 'shares', shareColumns, 'share'))
    .where('shown.client_id', '=', key.clientId)
    .where('shown.assignment_id', '=', key.assignmentId)
    .orderBy('share.created_at')
    .execute()
}

export async function findReminders(
  db: Executor,
  reader: Reader,
  key: { clientId: string; assignmentId: string },
) {
  return db
    .selectFrom('reminders')
    .select(columnFor(reader, 'reminders', 'sent_at').$castTo<Date>().as('sent_at'))
    .where('client_id', '=', key.clientId)
    .where('assignment_id', '=', key.assignmentId)
    .where('sent_at', 'is not', null)
    .orderBy('sent_at')
    .execute()
}

const registrantColumns = [
  'name',
  'email',
  'phone',
  'locale',
  'notice_version',
  'state',
  'created_at',
  'decided_at',
  'repeats',
  'repeated_at',
] as const

export async function findRegistrations(
  db: Executor,
  reader: Reader,
  key: { clientId: string; membershipId: string },
) {
  return db
    .selectFrom('registrants')
    .select(columnsFor(reader, 'registrants', registrantColumns))
    .where('client_id', '=', key.clientId)
    .where('membership_id', '=', key.membershipId)
    .orderBy('created_at')
    .execute()
}

export async function findDecisions(
  db: Executor,
  reader: Reader,
  key: { clientId: string; membershipId: string },
) {
  return db
    .selectFrom('people_decisions')
    .select(columnsFor(reader, 'people_decisions', ['decision', 'note', 'decided_at']))
    .where('client_id', '=', key.clientId)
    .where('membership_id', '=', key.membershipId)
    .orderBy('decided_at')
    .orderBy('id')
    .execute()
}

const requestColumns = [
  'kind',
  'locale',
  'message',
  'channel',
  'received_on',
  'created_at',
  'due_at',
  'decision',
  'reason',
  'decided_at',
  'answered_by',
  'assignment_id',
  'identity',
  'identity_at',
  'identity_note',
  'identity_email',
] as const

export async function findRequests(
  db: Executor,
  reader: Reader,
  key: { clientId: string; membershipId: string },
) {
  return db
    .selectFrom('person_requests as asked')
    .leftJoin('users as checker', 'checker.id', 'asked.identity_by')
    .select(columnsFor(reader, 'person_requests', requestColumns, 'asked'))
    .select(['asked.id', 'checker.name as identity_by'])
    .where('client_id', '=', key.clientId)
    .where('membership_id', '=', key.membershipId)
    .orderBy('asked.created_at')
    .execute()
}

const sessionColumns = [
  'user_agent',
  'created_at',
  'seen_at',
  'expires_at',
  'proved_at',
  'proved_by',
] as const

export async function findSessions(db: Executor, whose: FileScope) {
  return db
    .selectFrom('sessions as session')
    .leftJoin('clients as client', 'client.id', 'session.invitation_client_id')
    .leftJoin('tablets as tablet', (join) =>
      join
        .onRef('tablet.client_id', '=', 'session.invitation_client_id')
        .onRef('tablet.id', '=', 'session.tablet_id'),
    )
    .select(['client.name as client', 'tablet.name as tablet'])
    .select(columnsFor(whose.reader, 'sessions', sessionColumns, 'session'))
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

export async function findLinks(db: Executor, { reader, ...whose }: FileScope) {
  const opened = columnFor(reader, 'one_time_links', 'opened_at')
  const used = columnFor(reader, 'one_time_links', 'used_at')
  return db
    .selectFrom('one_time_links')
    .select(columnsFor(reader, 'one_time_links', ['email', 'created_at', 'expires_at']))
    .select([
      'purpose',
      sql<boolean>`email IS NOT NULL`.as('mailed'),
      sql<Date | null>`CASE purpose WHEN 'invitation' THEN ${opened} ELSE ${used} END`.as('opened_at'),
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
  /** The code of the test that the entry is about. */
  code: string | null
  address: string
  /** The assignments that it names. */
  assignments: string[]
  /** The name of somebody without an account, of an entry about a share. */
  recipient: string | null
}

const entries = (whose: Scope, which: RawBuilder<unknown>) => sql`
    SELECT e.at, e.action, e.reason, e.actor_id, a.name AS actor_name, e.client_id, c.name AS client,
      e.details ->> 'code' AS code,
      CASE WHEN e.actor_id = ${whose.userId} THEN e.address ELSE '' END AS address,
      ARRAY(SELECT jsonb_array_elements_text(CASE jsonb_typeof(e.details -> 'assignments')
        WHEN 'array' THEN e.details -> 'assignments' ELSE '[]' END)) AS assignments, sh.recipient
    FROM audit_entries e LEFT JOIN users a ON a.id = e.actor_id LEFT JOIN clients c ON c.id = e.client_id
      LEFT JOIN shares sh ON sh.client_id = e.client_id
        AND sh.id = CASE WHEN e.action LIKE 'share\\_%' THEN (e.details ->> 'share')::uuid END
    WHERE ${which}`

const about = (whose: Scope) => sql`(e.subject_id = ${whose.userId} AND ${ofClient('e.client_id', whose)})`

/**
 * Consents to tests of theirs, whose entries name no subject where the person acted, and no client where they are for sensitive
 * scales: admins read its activity, and must not learn who agreed, or withdrew that.
 */
const consented = (whose: Scope) => sql`(e.action IN ('consent_given', 'consent_withdrawn')
    AND (e.subject_id = ${whose.userId} OR e.actor_id = ${whose.userId}) AND EXISTS (
      SELECT FROM assignments t WHERE t.user_id = ${whose.userId} AND ${ofClient('t.client_id', whose)}
        AND e.details -> 'assignments' @> to_jsonb(ARRAY[t.id])))`

/** The newest entries of these actions alone, without consents that name no client. */
export async function findEntriesOf(
  db: Executor,
  whose: Scope,
  actions: readonly AuditAction[],
  limit: number,
): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    ${entries(whose, about(whose))} AND e.action = ANY (${actions}::text[])
    ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** The newest entries, for the person alone: also those of consents to sensitive scales. */
export async function findRecord(db: Executor, whose: Scope, limit: number): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    ${entries(whose, sql`(${about(whose)} OR ${consented(whose)})`)}
    ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** When others opened or downloaded a report of theirs, all of it: who read is not lost among newer entries. */
export async function findReadings(db: Executor, whose: Scope): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    ${entries(whose, about(whose))} AND e.action IN ('report_read', 'export', 'data_handed_out', 'share_opened')
      AND e.actor_id IS DISTINCT FROM ${whose.userId} ORDER BY e.at DESC, e.id DESC`.execute(db)
  return rows
}

/** Memberships that a correction changes: those that the session reaches. */
export async function correctMemberships(
  tx: Executor,
  whose: Scope,
  change: { name?: string | undefined; phone?: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    UPDATE memberships m SET name = coalesce(${change.name ?? null}, m.name), phone = coalesce(${change.phone ?? null}, m.phone)
    WHERE m.user_id = ${whose.userId} AND m.erased_at IS NULL AND m.role <> 'manager' AND ${ofClient('m.client_id', whose)}
    RETURNING m.client_id`.execute(tx)
  return rows.map(({ client_id }) => client_id)
}

/** Gives the clients that a session reaches the address that its person has just shown to be theirs. @returns the clients */
export async function showAddress(
  tx: Executor,
  { userId, clientId }: { userId: string; clientId: string },
  email: string,
): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    UPDATE memberships SET email = ${email}
    WHERE user_id = ${userId} AND client_id = ${clientId} AND erased_at IS NULL RETURNING client_id`.execute(
    tx,
  )
  return [...new Set(rows.map((row) => row.client_id))]
}

/** Whether another client than this one has something of the person: their account's name is not this one's to change. */
export async function isElsewhere(tx: Executor, { userId, clientId }: Scope): Promise<boolean> {
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
