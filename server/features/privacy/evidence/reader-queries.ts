import { sql } from 'kysely'
import type { LegalGround, ShareShow } from '#contract/shares.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { type Period, within } from './period-queries.ts'

// True of rows that were valid at some time of the period. An end after the period counts as none.
const during = (row: string, { start, end }: Period) => {
  const [since, until] = [sql.ref(`${row}.since`), sql.ref(`${row}.until`)]
  return {
    overlaps: sql`${since} < ${end} AND (${until} IS NULL OR ${until} > ${start})`,
    until: sql`CASE WHEN ${until} < ${end} THEN ${until} END`,
  }
}

/** Sensitive tests and scales that were enabled in the period, with the ground and the purpose. */
export async function findEnabled(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { overlaps, until } = during('h', period)
  const { rows } = await sql<{
    code: string
    from: Date
    until: Date | null
    by: string
    ground: string
    purpose: string
    /** Null where only scales are sensitive: candidates get the test anyway. */
    forCandidates: boolean | null
  }>`
    SELECT i.code, h.since AS from, ${until} AS until, u.name AS by, h.terms ->> 'legal_basis' AS ground,
      h.terms ->> 'purpose' AS purpose,
      CASE WHEN (SELECT v.sensitive FROM inventory_versions v WHERE v.inventory_id = i.id ORDER BY v.number DESC LIMIT 1)
        THEN (h.terms ->> 'for_candidates')::boolean END AS "forCandidates"
    FROM enablement_history h JOIN inventories i ON i.id = h.inventory_id JOIN users u ON u.id = h.enabled_by
    WHERE h.client_id = ${id} AND ${overlaps} ORDER BY i.code, h.since`.execute(db)
  return rows
}

/** People who could read what is sensitive in the period, with the times from and until. */
export async function findRecipients(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { overlaps, until } = during('h', period)
  const { rows } = await sql<{
    code: string
    name: string
    clinician: boolean
    from: Date
    until: Date | null
    namedBy: string
  }>`
    SELECT i.code, u.name, coalesce((h.terms ->> 'clinician')::boolean, false) AS clinician, h.since AS from, ${until} AS until, n.name AS "namedBy"
    FROM recipient_history h JOIN inventories i ON i.id = h.inventory_id
    JOIN users u ON u.id = h.user_id JOIN users n ON n.id = h.named_by
    WHERE h.client_id = ${id} AND ${overlaps} ORDER BY i.code, h.since, h.id`.execute(db)
  return rows
}

/** Namings of readers, and closings of tests. The entries of one change are one here. */
export async function findNamings(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{
    at: Date
    code: string
    by: string | null
    recipients: string[]
    clinician: string | null
  }>`
    SELECT DISTINCT ON (e.at, 2) e.at, e.details ->> 'code' AS code, by.name AS by, ARRAY(
      SELECT u.name FROM jsonb_array_elements_text(coalesce(e.details -> 'recipients', '[]')) AS one (id)
      JOIN users u ON u.id = one.id::uuid ORDER BY u.name) AS recipients,
      (SELECT u.name FROM users u WHERE u.id = (e.details ->> 'clinician')::uuid) AS clinician
    FROM audit_entries e LEFT JOIN users by ON by.id = e.actor_id
    WHERE e.client_id = ${id} AND ${within(sql`e.at`, period)}
      AND e.action IN ('inventory_enabled', 'inventory_disabled')
    ORDER BY e.at, 2, e.id`.execute(db)
  return rows
}

/**
 * Reports that were opened, and by who: each time for readers of sensitive results, otherwise once a quarter of an hour. Feedback
 * that was opened by its person, each time.
 */
export async function findReadings(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{
    at: Date
    reader: string | null
    report: string
    code: string
    way: 'page' | 'pdf' | 'feedback' | 'link' | 'file' | 'comparison' | 'comparison_pdf' | 'comparison_xlsx'
    sensitive: boolean
  }>`
    SELECT e.at, coalesce(sh.recipient, u.name) AS reader, e.details -> 'assignments' ->> 0 AS report, e.details ->> 'code' AS code,
      CASE WHEN e.reason LIKE 'comparison%' THEN e.reason WHEN e.action = 'report_read' THEN 'page'
        WHEN e.action = 'feedback_read' THEN 'feedback' WHEN e.action = 'share_opened' THEN 'link' WHEN e.reason = 'report_in_file' THEN 'file' ELSE 'pdf' END AS way,
      coalesce((e.details ->> 'sensitive')::boolean, false) AS sensitive
    FROM audit_entries e LEFT JOIN users u ON u.id = e.actor_id
      LEFT JOIN shares sh ON sh.client_id = e.client_id
        AND sh.id = CASE e.action WHEN 'share_opened' THEN (e.details ->> 'share')::uuid END
    WHERE e.client_id = ${id} AND ${within(sql`e.at`, period)}
      AND (e.action IN ('report_read', 'share_opened', 'feedback_read') OR e.action = 'export'
        AND e.reason IN ('report_pdf', 'report_in_file', 'comparison_pdf', 'comparison_xlsx'))
    ORDER BY e.at, e.id`.execute(db)
  return rows
}

/** Links to reports for people without an account; an end after the period counts as none. */
export async function findShares(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{
    at: Date
    by: string
    recipient: string
    /** The legal ground for somebody outside the organisation; null within it. */
    outside: LegalGround | null
    show: ShareShow
    purpose: string | null
    until: Date
    endedAt: Date | null
    reports: string[]
  }>`
    SELECT s.created_at AS at, u.name AS by, s.recipient, s.legal_ground AS outside, s.show, s.purpose, s.expires_at AS until,
      CASE WHEN s.revoked_at < ${period.end} THEN s.revoked_at END AS "endedAt",
      ARRAY(SELECT p.assignment_id FROM share_reports p WHERE p.client_id = s.client_id AND p.share_id = s.id
        ORDER BY p.place) AS reports
    FROM shares s JOIN users u ON u.id = s.created_by
    WHERE s.client_id = ${id} AND ${within(sql`s.created_at`, period)} ORDER BY s.created_at, s.id`.execute(
    db,
  )
  return rows
}

/**
 * Files that left, with slips, whose codes open tests. Of a file of many reports its people are among the readings; a
 * comparison has an entry for each of its people, and is one file.
 */
export async function findExports(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{
    at: Date
    by: string | null
    what: string
    purpose: string | null
    /** The purpose itself, where it is the one that the test was enabled for. */
    enabledFor: string | null
  }>`
    SELECT DISTINCT ON (e.at, CASE WHEN e.reason LIKE 'comparison%' THEN e.actor_id ELSE e.id END, e.reason)
      e.at, u.name AS by, CASE e.action WHEN 'export' THEN coalesce(e.reason, '') WHEN 'slips_made' THEN 'slips_pdf'
      ELSE 'data_' || e.reason END AS what,
      e.details ->> 'purpose' AS purpose, e.details ->> 'enabledFor' AS "enabledFor"
    FROM audit_entries e LEFT JOIN users u ON u.id = e.actor_id
    WHERE e.client_id = ${id} AND ${within(sql`e.at`, period)} AND e.action IN ('export', 'slips_made', 'data_handed_out')
      AND e.reason IS DISTINCT FROM 'report_in_file'
    ORDER BY e.at, CASE WHEN e.reason LIKE 'comparison%' THEN e.actor_id ELSE e.id END, e.reason`.execute(db)
  return rows
}

/** Somebody who reads evidence, by the name of their account. */
export async function findReaderName(db: Executor, userId: string): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return name
}
