import { type RawBuilder, sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { AssignmentStatus } from '#contract/assignments.ts'
import type { Locale } from '#contract/fields.ts'
import { isPaused } from '#server/db/attempt-clock.ts'
import type { Executor } from '#server/db/database.ts'
import { isAnswer, isCounted, isOpen } from '#server/db/is-answer.ts'
import { prepared } from '#server/db/prepared.ts'
import { isRead, isWithheld } from '#server/db/withheld.ts'
import type { BrandRow } from '#server/features/memberships/brands/brands.ts'

export interface OwnRow {
  client_id: string
  id: string
  client_name: string
  client_phone: string
  support_contact: string
  /** Null for a client that never chose any. */
  brand: BrandRow | null
  time_zone: string
  person_name: string
  inventory_id: string
  version_id: string
  description: string
  assignment_locale: Locale
  status: AssignmentStatus
  end_reason: string | null
  erased_at: Date | null
  restricted_at: Date | null
  created_at: Date
  due_date: string | null
  test_day_id: string | null
  test_day_place: string | null
  test_day: string | null
  /** Taken on the tablets of its test day, which is not over. */
  supervised: boolean
  /** Past its due day by the client's clock, and not paused. */
  overdue: boolean
  /**
   * The version of an unfinished test that has to be done first; null, like the times of pause and opening, once this
   * one is started.
   */
  before_version: string | null
  pause_minutes: number | null
  opens_at: Date | null
  unopened: boolean
  started_at: Date | null
  ended_at: Date | null
  time_percent: Accommodations['timePercent']
  text_size: Accommodations['textSize']
  read_aloud: boolean
  breaks: Accommodations['breaks']
  break_minutes: Accommodations['breakMinutes']
  attempt_id: string | null
  attempt_locale: Locale | null
  epoch: number | null
  deadline: Date | null
  deadline_passed: boolean
  paused: boolean
  closed_by: 'person' | 'time' | 'cancelled' | null
  ended_by_manager: boolean
  receipt: string | null
  /** The session that shows its result without a code; null for none. */
  opened_in: string | null
  /** Questions that everybody gets. */
  answered: number
  /** Questions of sensitive scales. */
  answered_sensitive: number
  /**
   * True when the client has opened what is sensitive of the test, a wholly sensitive one to people like this one,
   * and before its start has a reader for it.
   */
  enabled: boolean
  /** True when the client lets people read feedback on the test. */
  feedback: boolean
  /** The scales that the attempt does not ask. */
  left_out: string[] | null
}

interface Scope {
  userId: string
  clientId: string | null
  /** The test day of a tablet, which shows only tests of this day. */
  testDayId?: string | undefined
}

/** `offset 0` finds the assignments before anything is joined: a kept plan may be older than the tables are large. */
const ownRows = (chosen: RawBuilder<unknown>) => sql`
    SELECT a.client_id, a.id, c.name AS client_name, c.phone AS client_phone, c.support_contact, c.time_zone, m.name AS person_name,
           CASE WHEN own.client_id IS NOT NULL THEN jsonb_build_object('color', own.color, 'sender_name', own.sender_name,
             'intro_tr', own.intro_tr, 'intro_en', own.intro_en, 'thanks_tr', own.thanks_tr, 'thanks_en', own.thanks_en,
             'logo_id', own.logo_id, 'logo_width', own.logo_width, 'logo_height', own.logo_height) END AS brand,
           a.inventory_id, a.version_id, a.description, a.locale AS assignment_locale, a.status, a.end_reason,
           a.erased_at, a.restricted_at,
           a.created_at, a.due_date, a.test_day_id, d.place AS test_day_place, d.day AS test_day,
           coalesce(d.closed_at IS NULL AND (now() AT TIME ZONE c.time_zone)::date <= d.day, false) AS supervised,
           coalesce((now() AT TIME ZONE c.time_zone)::date > a.due_date, false) AND NOT ${isPaused} AS overdue,
           earlier.before_version, a.pause_minutes, opening.at AS opens_at,
           coalesce(opening.at > now(), false) AS unopened,
           a.started_at, a.ended_at, a.time_percent, a.text_size, a.read_aloud, a.breaks, a.break_minutes, t.id AS attempt_id, t.locale AS attempt_locale, t.epoch, t.deadline,
           coalesce(t.deadline <= now(), false) AS deadline_passed, ${isPaused} AS paused, t.closed_by,
           t.ended_by IS NOT NULL AS ended_by_manager, t.receipt, t.left_out, t.opened_in, a.user_id AS person_id,
           EXISTS (SELECT FROM inventory_enablements e WHERE e.client_id = a.client_id AND e.inventory_id = a.inventory_id
             AND (NOT v.sensitive OR m.role <> 'candidate' OR e.for_candidates)
             AND (t.id IS NOT NULL OR ${isRead('e')})) AS enabled,
           EXISTS (SELECT FROM feedback_tests f WHERE f.client_id = a.client_id AND f.inventory_id = a.inventory_id) AS feedback,
           counted.answered, counted.answered_sensitive
    FROM (SELECT * FROM assignments a WHERE ${chosen} OFFSET 0) a
    JOIN clients c ON c.id = a.client_id
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id AND m.removed_at IS NULL
    JOIN inventory_versions v ON v.id = a.version_id
    LEFT JOIN client_brands own ON own.client_id = a.client_id
    LEFT JOIN test_days d ON d.client_id = a.client_id AND d.id = a.test_day_id
    LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT r.item_id) FILTER (WHERE ${isOpen}) AS answered,
             count(DISTINCT r.item_id) FILTER (WHERE NOT ${isOpen}) AS answered_sensitive
      FROM responses r
      LEFT JOIN results decided ON decided.client_id = r.client_id AND decided.attempt_id = r.attempt_id
      WHERE r.client_id = t.client_id AND r.attempt_id = t.id AND ${isAnswer} AND ${isCounted}
    ) counted
    CROSS JOIN LATERAL (
      SELECT (array_agg(b.version_id ORDER BY b.battery_place DESC) FILTER (
               WHERE b.status = 'pending' AND NOT ${isWithheld('b')}))[1] AS before_version,
             max(b.ended_at) FILTER (WHERE b.status = 'completed') + make_interval(mins => a.pause_minutes) AS paused_until
      FROM assignments b
      WHERE a.battery_id IS NOT NULL AND a.status = 'pending' AND a.started_at IS NULL
        AND b.client_id = a.client_id AND b.membership_id = a.membership_id AND b.battery_id = a.battery_id
        AND b.battery_place < a.battery_place
    ) earlier
    CROSS JOIN LATERAL (
      SELECT CASE WHEN a.status = 'pending' AND a.started_at IS NULL THEN greatest(a.opens_at, earlier.paused_until) END AS at
    ) opening`

const isOf = ({ userId, clientId, testDayId }: Scope) => sql`
  a.user_id = ${userId} AND (${clientId}::uuid IS NULL OR a.client_id = ${clientId}::uuid)
  AND (${testDayId ?? null}::uuid IS NULL OR a.test_day_id = ${testDayId ?? null}::uuid)`

/** A person's assignments, open ones first; an invitation's session sees those of its client alone. */
export async function findOwnList(db: Executor, whose: Scope): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`${ownRows(isOf(whose))}
    ORDER BY a.status <> 'pending', a.created_at DESC, a.battery_place, a.id DESC
    LIMIT 200 ${prepared('own_assignments')}`.execute(db)
  return rows
}

/** One of them. */
export async function findOwn(db: Executor, whose: Scope, assignmentId: string): Promise<OwnRow | undefined> {
  const chosen = sql`a.id = ${assignmentId} AND ${isOf(whose)}`
  const { rows } = await sql<OwnRow>`${ownRows(chosen)} ${prepared('own_assignment')}`.execute(db)
  return rows[0]
}

/** The tests that the people of a test day have to do there, in the order of each person's list. */
export async function findOwnOfDay(
  db: Executor,
  key: { clientId: string; testDayId: string },
): Promise<(OwnRow & { person_id: string })[]> {
  const chosen = sql`
    a.client_id = ${key.clientId} AND a.test_day_id = ${key.testDayId} AND a.status = 'pending'`
  const { rows } = await sql<OwnRow & { person_id: string }>`${ownRows(chosen)}
    ORDER BY a.created_at DESC, a.battery_place, a.id DESC`.execute(db)
  return rows
}

/** The person of a test that belongs to a test day, or to somebody of the day and no longer to it. */
export async function findTaker(
  db: Executor,
  day: { clientId: string; testDayId: string },
  assignmentId: string,
): Promise<{ userId: string; ofDay: boolean } | undefined> {
  const { rows } = await sql<{ userId: string; ofDay: boolean }>`
    SELECT a.user_id AS "userId", coalesce(a.test_day_id = ${day.testDayId}, false) AS "ofDay" FROM assignments a
    WHERE a.client_id = ${day.clientId} AND a.id = ${assignmentId}
      AND (a.test_day_id = ${day.testDayId} OR EXISTS (SELECT FROM test_day_people p
        WHERE p.client_id = a.client_id AND p.test_day_id = ${day.testDayId}
          AND p.membership_id = a.membership_id))`.execute(db)
  return rows[0]
}

/** Finds the facts that decide whether an invitation link is still valid. */
export async function findInvitationFacts(
  db: Executor,
  key: { clientId: string; userId: string },
): Promise<{
  member: boolean
  assignments: number
  open: number
  deliverable: number
  /**
   * Consents that may be withdrawn: explicit ones to a whole test; for single scales each test that offered any,
   * declined or not, so that a valid link reveals nothing.
   */
  consents: number
  receipt: string | null
}> {
  const { rows } = await sql<{
    member: boolean
    assignments: number
    open: number
    deliverable: number
    consents: number
    receipt: string | null
  }>`
    SELECT EXISTS (SELECT FROM memberships m WHERE m.client_id = ${key.clientId} AND m.user_id = ${key.userId}
                   AND m.removed_at IS NULL) AS member,
           count(a.id) AS assignments,
           count(*) FILTER (WHERE a.status = 'pending' AND (a.due_date IS NULL
             OR (now() AT TIME ZONE c.time_zone)::date <= a.due_date OR t.deadline > now() OR ${isPaused})) AS open,
           count(*) FILTER (WHERE t.closed_by = 'time' AND t.closed_at > now() - interval '7 days') AS deliverable,
           count(*) FILTER (WHERE NOT t.scales_closed AND cardinality(v.sensitive_scales) > 0)
           + (SELECT count(*) FROM consents given JOIN inventory_versions agreed ON agreed.id = given.version_id
              WHERE given.client_id = ${key.clientId} AND given.user_id = ${key.userId}
                AND given.kind = 'explicit_consent' AND given.withdrawn_at IS NULL
                AND NOT jsonb_path_exists(agreed.definition, '$.notices[*] ? (@.id == $id && exists (@.scales))',
                  jsonb_build_object('id', given.notice_id))) AS consents,
           (array_agg(t.receipt ORDER BY t.closed_at DESC) FILTER (WHERE t.closed_by = 'person'))[1] AS receipt
    FROM assignments a
    JOIN clients c ON c.id = a.client_id
    JOIN inventory_versions v ON v.id = a.version_id
    LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    WHERE a.client_id = ${key.clientId} AND a.user_id = ${key.userId}`.execute(db)
  const facts = rows[0]
  if (facts === undefined) throw new Error('an aggregate has no row')
  return facts
}
