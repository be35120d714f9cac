import { sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'

export interface Period {
  readonly from: string
  readonly to: string
  readonly start: Date
  /** The end of the last day, or now while it lasts. */
  readonly end: Date
}

/** The days of a period as moments at the client's place, and what they are where none are given. */
export async function findPeriod(
  db: Executor,
  { timeZone }: AuthorizedClient,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<Period> {
  const { rows } = await sql<Period>`
    WITH last AS (SELECT coalesce(${asked.to ?? null}::date, (now() AT TIME ZONE ${timeZone})::date) AS day),
      days AS (SELECT coalesce(${asked.from ?? null}::date, (day - interval '1 year' + interval '1 day')::date) AS first, day AS last FROM last)
    SELECT first::text AS from, last::text AS to, first::timestamp AT TIME ZONE ${timeZone} AS start,
      least((last + 1)::timestamp AT TIME ZONE ${timeZone}, now()) AS "end"
    FROM days`.execute(db)
  const [period] = rows
  if (period === undefined) throw new Error('A query without FROM has one row')
  return period
}

const within = (column: ReturnType<typeof sql>, { start, end }: Period) =>
  sql`${column} >= ${start} AND ${column} < ${end}`

export async function findMonths(db: Executor, { id }: AuthorizedClient) {
  const { rows } = await sql<{ candidate: number; employee: number; sensitive: number }>`
    SELECT retention_months(${id}, NULL, 'candidate', false) AS candidate,
      retention_months(${id}, NULL, 'employee', false) AS employee,
      retention_months(${id}, NULL, 'employee', true) AS sensitive`.execute(db)
  const [months] = rows
  if (months === undefined) throw new Error('A query without FROM has one row')
  const { rows: tests } = await sql<{ code: string; months: number }>`
    SELECT i.code, r.months FROM retention_tests r JOIN inventories i ON i.id = r.inventory_id
    WHERE r.client_id = ${id} ORDER BY i.code`.execute(db)
  return { ...months, tests }
}

/** Versions of which somebody had a test in the period, with how long each was the newest one. */
export async function findVersions(db: Executor, { id }: AuthorizedClient, { start, end }: Period) {
  const { rows } = await sql<{ id: string; from: Date; until: Date | null }>`
    SELECT v.id, v.from, v.until
    FROM (SELECT id, inventory_id, number, published_at AS from,
            lead(published_at) OVER (PARTITION BY inventory_id ORDER BY number) AS until FROM inventory_versions) v
    JOIN inventories i ON i.id = v.inventory_id
    WHERE v.id IN (SELECT version_id FROM assignments WHERE client_id = ${id} AND created_at < ${end}
                   AND (ended_at IS NULL OR ended_at >= ${start}))
    ORDER BY i.code, v.number`.execute(db)
  return rows
}

export async function countConsents(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{
    code: string
    notice: string
    version: number
    kind: 'information' | 'explicit_consent'
    given: number
    versionId: string
  }>`
    SELECT i.code, c.notice_id AS notice, c.notice_version AS version, c.kind, count(*)::int AS given,
      min(c.version_id::text) AS "versionId"
    FROM consents c JOIN inventory_versions v ON v.id = c.version_id JOIN inventories i ON i.id = v.inventory_id
    WHERE c.client_id = ${id} AND ${within(sql`c.accepted_at`, period)}
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3`.execute(db)
  return rows
}

/** How many people refused a text, by test. */
export async function countRefused(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{ code: string; refused: number; inventoryId: string }>`
    SELECT i.code, count(*)::int AS refused, i.id AS "inventoryId" FROM assignments a JOIN inventories i ON i.id = a.inventory_id
    WHERE a.client_id = ${id} AND a.end_reason = 'consent_refused' AND ${within(sql`a.ended_at`, period)}
    GROUP BY 1, 3 ORDER BY 1`.execute(db)
  return rows
}

/** Who may read what is sensitive, and since when. */
export async function findRecipients(db: Executor, { id }: AuthorizedClient, { end }: Period) {
  const { rows } = await sql<{
    code: string
    name: string
    namedAt: Date
    namedBy: string
    ground: string
    purpose: string
  }>`
    SELECT i.code, u.name, r.named_at AS "namedAt", n.name AS "namedBy", coalesce(e.legal_basis, '') AS ground,
      coalesce(e.purpose, '') AS purpose
    FROM report_recipients r JOIN inventories i ON i.id = r.inventory_id
    JOIN users u ON u.id = r.user_id JOIN users n ON n.id = r.named_by
    LEFT JOIN inventory_enablements e ON e.client_id = r.client_id AND e.inventory_id = r.inventory_id
    WHERE r.client_id = ${id} AND r.named_at < ${end} ORDER BY i.code, r.named_at, u.name`.execute(db)
  return rows
}

/** Who was named when, and when a test was closed again. */
export async function findNamings(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{ at: Date; code: string; by: string | null; recipients: string[] }>`
    SELECT e.at, e.details ->> 'code' AS code, by.name AS by, ARRAY(
      SELECT u.name FROM jsonb_array_elements_text(coalesce(e.details -> 'recipients', '[]')) AS one (id)
      JOIN users u ON u.id = one.id::uuid ORDER BY u.name) AS recipients
    FROM audit_entries e LEFT JOIN users by ON by.id = e.actor_id
    WHERE e.client_id = ${id} AND ${within(sql`e.at`, period)}
      AND e.action IN ('inventory_enabled', 'inventory_disabled')
    ORDER BY e.at, e.id`.execute(db)
  return rows
}

/** Each reading of a report that showed something sensitive. */
export async function findReadings(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{
    at: Date
    reader: string | null
    report: string
    code: string
    way: 'page' | 'pdf'
  }>`
    SELECT e.at, u.name AS reader, e.details -> 'assignments' ->> 0 AS report, e.details ->> 'code' AS code,
      CASE e.action WHEN 'report_read' THEN 'page' ELSE 'pdf' END AS way
    FROM audit_entries e LEFT JOIN users u ON u.id = e.actor_id
    WHERE e.client_id = ${id} AND ${within(sql`e.at`, period)} AND e.action IN ('report_read', 'export')
      AND e.details ->> 'sensitive' = 'true'
    ORDER BY e.at, e.id`.execute(db)
  return rows
}

export async function findExports(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{ at: Date; by: string | null; what: string }>`
    SELECT e.at, u.name AS by, coalesce(e.reason, '') AS what
    FROM audit_entries e LEFT JOIN users u ON u.id = e.actor_id
    WHERE e.client_id = ${id} AND ${within(sql`e.at`, period)} AND e.action = 'export'
    ORDER BY e.at, e.id`.execute(db)
  return rows
}

export async function findRuns(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{ at: Date; tests: number; scales: number; people: number; held: number }>`
    SELECT ran_at AS at, tests, scales, people, held FROM retention_runs
    WHERE client_id = ${id} AND ${within(sql`ran_at`, period)} ORDER BY ran_at, id`.execute(db)
  return rows
}

export async function countErasures(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{
    what: 'person' | 'test' | 'scale'
    reason: 'manager' | 'request' | 'withdrawal' | 'retention' | 'restore'
    count: number
  }>`
    SELECT what, reason, count(*)::int AS count FROM erasures
    WHERE client_id = ${id} AND ${within(sql`erased_at`, period)} GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
  return rows
}

/** Requests that came or were decided in the period. */
export async function findRequests(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{
    id: string
    kind: 'access' | 'rectification' | 'erasure' | 'objection'
    createdAt: Date
    dueAt: Date
    identity: 'code' | 'desk' | null
    decision: 'accepted' | 'refused' | null
    decidedAt: Date | null
  }>`
    SELECT id, kind, created_at AS "createdAt", due_at AS "dueAt", identity, decision, decided_at AS "decidedAt"
    FROM person_requests
    WHERE client_id = ${id} AND (${within(sql`created_at`, period)} OR ${within(sql`decided_at`, period)})
    ORDER BY created_at, id`.execute(db)
  return rows
}
