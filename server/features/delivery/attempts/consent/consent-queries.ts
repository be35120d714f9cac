import { sql } from 'kysely'
import type { ConsentChannel } from '#contract/consents.ts'
import type { Locale } from '#contract/fields.ts'
import type { DeviceClass } from '#contract/signals.ts'
import type { Executor } from '#server/db/database.ts'
import type { Slice } from '#server/http/pages.ts'

/** A person's own; an invitation's session sees those of its client alone, a tablet's those of its day. */
export interface Scope {
  userId: string
  clientId: string | null
  testDayId: string | undefined
}

const own = ({ userId, clientId, testDayId }: Scope) => sql`
  a.user_id = ${userId} AND (${clientId}::uuid IS NULL OR a.client_id = ${clientId}::uuid)
  AND (${testDayId ?? null}::uuid IS NULL OR a.test_day_id = ${testDayId ?? null}::uuid)`

export interface ConsentRow {
  client_id: string
  client_name: string
  time_zone: string
  assignment_id: string
  version_id: string
  notice_id: string
  notice_version: number
  kind: 'information' | 'explicit_consent'
  locale: Locale
  text_hash: Buffer
  recipients_text: string
  accepted_at: Date
  device_accepted_at: Date | null
  device: DeviceClass
  channel: ConsentChannel | null
  withdrawn_at: Date | null
  /** All explicit consents of its test. */
  explicit: { noticeId: string; versionId: string }[]
  /** Its person is under a legal hold. */
  held: boolean
}

const from = sql`FROM consents c JOIN assignments a ON a.client_id = c.client_id AND a.id = c.assignment_id`

const orders = {
  acceptedAt: sql`c.accepted_at, c.assignment_id, c.notice_id, c.notice_version`,
  '-acceptedAt': sql`c.accepted_at DESC, c.assignment_id DESC, c.notice_id DESC, c.notice_version DESC`,
}

export async function findOwnConsents(
  db: Executor,
  whose: Scope,
  order: keyof typeof orders,
  slice: Slice,
): Promise<{ count: number; rows: ConsentRow[] }> {
  const where = sql`WHERE c.user_id = ${whose.userId} AND ${own(whose)}`
  const { rows: counted } = await sql<{ count: number }>`SELECT count(*) AS count ${from} ${where}`.execute(
    db,
  )
  const { rows } = await sql<ConsentRow>`
    SELECT c.client_id, l.name AS client_name, l.time_zone, c.assignment_id, c.version_id, c.notice_id, c.notice_version, c.kind,
           c.locale, c.text_hash, c.recipients_text, c.accepted_at, c.device_accepted_at, c.device, c.channel,
           c.withdrawn_at, m.held_at IS NOT NULL AS held,
           coalesce((SELECT jsonb_agg(jsonb_build_object('noticeId', e.notice_id, 'versionId', e.version_id)) FROM consents e
             WHERE e.client_id = c.client_id AND e.assignment_id = c.assignment_id AND e.kind = 'explicit_consent'), '[]') AS explicit
    ${from} JOIN clients l ON l.id = c.client_id
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id ${where}
    ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return { count: counted[0]?.count ?? 0, rows }
}

/** An assignment that may have consents to withdraw. */
export interface Consenting {
  clientId: string
  assignmentId: string
  membershipId: string
  /** True when any version of its test asks for an explicit consent. */
  asksConsent: boolean
}

/** An assignment of a person, also where they don't belong to the client any more. */
export async function findConsenting(
  db: Executor,
  whose: Scope,
  assignmentId: string,
): Promise<Consenting | undefined> {
  const { rows } = await sql<Consenting>`
    SELECT a.client_id AS "clientId", a.id AS "assignmentId", a.membership_id AS "membershipId",
           EXISTS (SELECT FROM inventory_versions v WHERE v.inventory_id = a.inventory_id
             AND v.definition @> '{"notices": [{"kind": "explicit_consent"}]}') AS "asksConsent"
    FROM assignments a
    WHERE a.id = ${assignmentId} AND ${own(whose)}`.execute(db)
  return rows[0]
}

interface Key {
  clientId: string
  assignmentId: string
}

export interface ExplicitConsent {
  noticeId: string
  versionId: string
  withdrawn: boolean
}

/** The explicit consents of an assignment, locked. */
export async function lockExplicit(tx: Executor, key: Key): Promise<ExplicitConsent[]> {
  const { rows } = await sql<ExplicitConsent>`
    SELECT notice_id AS "noticeId", version_id AS "versionId", withdrawn_at IS NOT NULL AS withdrawn FROM consents
    WHERE client_id = ${key.clientId} AND assignment_id = ${key.assignmentId} AND kind = 'explicit_consent'
    FOR UPDATE`.execute(tx)
  return rows
}

/** A page of a client's tests with explicit consents that were not erased, in the order of their ids. */
export async function findConsented(
  db: Executor,
  clientId: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT c.assignment_id AS id FROM consents c
    JOIN assignments a ON a.client_id = c.client_id AND a.id = c.assignment_id AND a.erased_at IS NULL
    WHERE c.client_id = ${clientId} AND c.kind = 'explicit_consent'
      AND (${after ?? null}::uuid IS NULL OR c.assignment_id > ${after ?? null}::uuid)
    ORDER BY 1 LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function markWithdrawn(tx: Executor, key: Key): Promise<void> {
  await sql`
    UPDATE consents SET withdrawn_at = now()
    WHERE client_id = ${key.clientId} AND assignment_id = ${key.assignmentId} AND kind = 'explicit_consent'
      AND withdrawn_at IS NULL`.execute(tx)
}

export async function writeLeftOut(
  tx: Executor,
  key: { clientId: string; attemptId: string },
  scales: readonly string[],
): Promise<void> {
  await sql`
    UPDATE attempts SET left_out = ${scales}::text[]
    WHERE client_id = ${key.clientId} AND id = ${key.attemptId}`.execute(tx)
}

/** Says that the sensitive scales are not asked or shown any more, for no reason of the person's. */
export async function markScalesClosed(
  tx: Executor,
  key: { clientId: string; attemptId: string },
): Promise<void> {
  await sql`UPDATE attempts SET scales_closed = true WHERE client_id = ${key.clientId} AND id = ${key.attemptId}`.execute(
    tx,
  )
}

/** @returns how many there were */
export async function deleteResponses(
  tx: Executor,
  key: { clientId: string; attemptId: string },
  itemIds: readonly string[],
): Promise<number> {
  const gone = await sql`
    DELETE FROM responses WHERE client_id = ${key.clientId} AND attempt_id = ${key.attemptId}
      AND item_id = ANY (${itemIds}::text[])`.execute(tx)
  return Number(gone.numAffectedRows ?? 0)
}

/** Copies answers on some items, and the scores of all, to where they are kept apart. */
export async function insertSetAside(
  tx: Executor,
  key: { clientId: string; attemptId: string },
  itemIds: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO held_answers (client_id, attempt_id, answers, scores)
    SELECT t.client_id, t.id,
      coalesce((SELECT jsonb_agg(to_jsonb(p)) FROM responses p
        WHERE p.client_id = t.client_id AND p.attempt_id = t.id AND p.item_id = ANY (${itemIds}::text[])), '[]'),
      (SELECT r.scores FROM results r WHERE r.client_id = t.client_id AND r.attempt_id = t.id)
    FROM attempts t WHERE t.client_id = ${key.clientId} AND t.id = ${key.attemptId}
    ON CONFLICT (client_id, attempt_id) DO UPDATE SET answers = held_answers.answers || excluded.answers`.execute(
    tx,
  )
}

/** @returns how many answers there were, which may be none; undefined where nothing was kept apart */
export async function deleteSetAside(tx: Executor, key: Key): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    DELETE FROM held_answers h USING attempts t
    WHERE h.client_id = ${key.clientId} AND t.client_id = h.client_id AND t.id = h.attempt_id
      AND t.assignment_id = ${key.assignmentId}
    RETURNING jsonb_array_length(h.answers) AS count`.execute(tx)
  return rows[0]?.count
}

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
