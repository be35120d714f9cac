import { sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { ConsentChannel } from '#contract/consents.ts'
import type { Locale } from '#contract/fields.ts'
import type { DeviceClass } from '#contract/signals.ts'
import { clockNow } from '#server/db/attempt-clock.ts'
import type { Executor } from '#server/db/database.ts'
import { type Practice, practiceColumns } from './clock/practice-queries.ts'

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
  /** SHA-256 of the text that was shown. */
  textHash: Buffer
  /** The recipients that its page showed. */
  recipients: { text: string; clinicianId: string | null } | undefined
}

/** The kind of device on which a consent was given, and the way in which its person had come there. */
export interface Given {
  device: DeviceClass
  channel: ConsentChannel
  /** When, by the clock of a tablet that had no connection; null where the server saw it itself. */
  deviceAcceptedAt: Date | null
}

export async function insertConsents(
  db: Executor,
  common: Given & {
    clientId: string
    assignmentId: string
    userId: string
    versionId: string
    locale: Locale
  },
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
        recipients_text: consent.recipients?.text ?? '',
        clinician_id: consent.recipients?.clinicianId ?? null,
        user_id: common.userId,
        version_id: common.versionId,
        locale: common.locale,
        text_hash: consent.textHash,
        device: common.device,
        channel: common.channel,
        device_accepted_at: common.deviceAcceptedAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type StartedAttempt = { id: string; epoch: number; started_at: Date; left_out: string[] } & Practice

/** Scales that an attempt does not ask, fixed when it begins. */
export interface LeftOut {
  scales: readonly string[]
  /** The client had not opened them, so that nobody was asked. */
  closed: boolean
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
    accommodations: Accommodations
    /** The tablet of a test day; null on a device of the person's own. */
    tabletId: string | null
    sessionId: string
    /** Opened from the person's own mailbox, or shown to be theirs. */
    ownSession: boolean
    leftOut: LeftOut
  },
): Promise<StartedAttempt> {
  const { timePercent, textSize, readAloud, breaks, breakMinutes } = attempt.accommodations
  const { rows } = await sql<StartedAttempt>`
    INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, opening_locales,
                          time_percent, text_size, read_aloud, breaks, breaks_left, break_minutes, tablet_id, opened_in,
                          left_out, scales_closed, deadline)
    VALUES (${attempt.clientId}, ${attempt.id}, ${attempt.assignmentId}, ${attempt.userId}, ${attempt.versionId},
            ${attempt.locale}, ARRAY[${attempt.locale}],
            ${timePercent}, ${textSize}, ${readAloud}, ${breaks}, ${breaks}, ${breakMinutes},
            ${attempt.tabletId}, ${attempt.sessionId},
            ${attempt.leftOut.scales}::text[], ${attempt.leftOut.closed}, now() + make_interval(secs => ${attempt.limitSeconds}::float8))
    ON CONFLICT (client_id, assignment_id) DO UPDATE SET epoch = attempts.epoch + 1, locale = excluded.locale,
      opening_locales = array_append(attempts.opening_locales, excluded.locale), tablet_id = excluded.tablet_id,
      opened_in = CASE WHEN ${attempt.ownSession} OR attempts.opened_in = excluded.opened_in THEN excluded.opened_in END
    RETURNING id, epoch, started_at, left_out, ${practiceColumns}`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('an attempt was neither added nor found')
  return row
}

/** A running attempt that no tablet has: a supervisor freed it, or it came to the test day from a device of the person's own. */
export async function isOnNoTablet(
  db: Executor,
  { clientId, attemptId }: { clientId: string; attemptId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('attempts')
    .select('tablet_id')
    .where('client_id', '=', clientId)
    .where('id', '=', attemptId)
    .executeTakeFirst()
  return row?.tablet_id === null
}

export async function markStarted(
  db: Executor,
  key: { clientId: string; id: string },
  at?: Date,
): Promise<void> {
  await db
    .updateTable('assignments')
    .set({ started_at: sql`coalesce(started_at, ${at ?? null}::timestamptz, now())` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

export async function insertAttemptToken(
  db: Executor,
  token: { clientId: string; attemptId: string; tokenHash: Buffer; tabletId: string | null },
): Promise<void> {
  const { clientId, attemptId, tokenHash, tabletId } = token
  // A withdrawal beside this one is waited for, or waits: it finds each token of its tablet.
  await sql`
    WITH given AS (SELECT id, revoked_at FROM tablets WHERE client_id = ${clientId} AND id = ${tabletId}::uuid FOR SHARE)
    INSERT INTO attempt_tokens (client_id, attempt_id, token_hash, tablet_id, withdrawn_at)
    VALUES (${clientId}, ${attemptId}, ${tokenHash}, ${tabletId}::uuid, (SELECT revoked_at FROM given))`.execute(
    db,
  )
}

/**
 * Starts a section's clock, once; with the assignment's time, and not beyond the end of the whole test. The rows are
 * locked, so that a change of the time happens before or after. Returns nothing where there is no limit.
 */
export async function insertSection(
  db: Executor,
  section: { clientId: string; attemptId: string; sectionId: string; limitSeconds: number },
): Promise<{ started_at: Date; deadline: Date } | undefined> {
  const { clientId, attemptId, sectionId, limitSeconds } = section
  await sql`
    INSERT INTO attempt_sections (client_id, attempt_id, section_id, deadline)
    SELECT t.client_id, t.id, ${sectionId},
           least(${clockNow} + make_interval(secs => ceil(${limitSeconds}::float8 * a.time_percent / 100)), t.deadline)
    FROM attempts t JOIN assignments a ON a.client_id = t.client_id AND a.id = t.assignment_id
    WHERE t.client_id = ${clientId} AND t.id = ${attemptId} AND a.time_percent IS NOT NULL
      AND NOT EXISTS (SELECT FROM attempt_sections s
        WHERE s.client_id = ${clientId} AND s.attempt_id = ${attemptId} AND s.section_id = ${sectionId})
    FOR SHARE OF a FOR KEY SHARE OF t
    ON CONFLICT DO NOTHING`.execute(db)
  return db
    .selectFrom('attempt_sections')
    .select(['started_at', 'deadline'])
    .where('client_id', '=', clientId)
    .where('attempt_id', '=', attemptId)
    .where('section_id', '=', sectionId)
    .executeTakeFirst()
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
