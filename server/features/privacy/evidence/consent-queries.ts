import { sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { type Period, within } from './period-queries.ts'

/**
 * Versions of which somebody had a test in the period, with how long each was the newest one: nothing that came after the
 * period, so that its evidence stays as it is.
 */
export async function findVersions(db: Executor, { id }: AuthorizedClient, { start, end }: Period) {
  const { rows } = await sql<{ id: string; from: Date; until: Date | null }>`
    SELECT v.id, v.from, CASE WHEN v.until < ${end} THEN v.until END AS until
    FROM (SELECT id, inventory_id, number, published_at AS from,
            lead(published_at) OVER (PARTITION BY inventory_id ORDER BY number) AS until FROM inventory_versions) v
    JOIN inventories i ON i.id = v.inventory_id
    WHERE v.id IN (SELECT version_id FROM assignments WHERE client_id = ${id} AND created_at < ${end}
                   AND (ended_at IS NULL OR ended_at >= ${start}))
    ORDER BY i.code, v.number`.execute(db)
  return rows
}

/**
 * Counts by the hash of the shown text how often it was read or agreed to in the period, and its consent withdrawn.
 */
export async function countConsents(db: Executor, { id }: AuthorizedClient, period: Period) {
  const [given, withdrawn] = [within(sql`c.accepted_at`, period), within(sql`c.withdrawn_at`, period)]
  const { rows } = await sql<{
    code: string
    /** The test's version. */
    number: number
    notice: string
    version: number
    kind: 'information' | 'explicit_consent'
    locale: 'tr' | 'en'
    textHash: string
    /** The purpose and the readers that the page showed beside the notice's text. The hash covers them. */
    recipients: string
    given: number
    withdrawn: number
    offline: number
    deviceFrom: Date | null
    deviceUntil: Date | null
    versionId: string
  }>`
    SELECT i.code, v.number, c.notice_id AS notice, c.notice_version AS version, c.kind, c.locale,
      encode(c.text_hash, 'hex') AS "textHash", c.recipients_text AS recipients,
      count(*) FILTER (WHERE ${given})::int AS given,
      count(*) FILTER (WHERE ${withdrawn})::int AS withdrawn,
      count(c.device_accepted_at) FILTER (WHERE ${given})::int AS offline,
      min(c.device_accepted_at) FILTER (WHERE ${given}) AS "deviceFrom",
      max(c.device_accepted_at) FILTER (WHERE ${given}) AS "deviceUntil",
      c.version_id AS "versionId"
    FROM consents c JOIN inventory_versions v ON v.id = c.version_id JOIN inventories i ON i.id = v.inventory_id
    WHERE c.client_id = ${id} AND (${given} OR ${withdrawn})
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, c.version_id ORDER BY 1, 2, 3, 4, 6, 7`.execute(db)
  return rows
}

/** Counts by test how many people refused a text. Nothing records who declines a part of a test. */
export async function countRefused(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{ code: string; refused: number; inventoryId: string }>`
    SELECT i.code, count(*)::int AS refused, i.id AS "inventoryId" FROM assignments a JOIN inventories i ON i.id = a.inventory_id
    WHERE a.client_id = ${id} AND a.end_reason = 'consent_refused' AND ${within(sql`a.ended_at`, period)}
    GROUP BY 1, 3 ORDER BY 1`.execute(db)
  return rows
}

/** Counts by version how many people read the information of registrations. */
export async function countRegistered(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{ version: number; read: number }>`
    SELECT notice_version AS version, count(*)::int AS read FROM registrants
    WHERE client_id = ${id} AND ${within(sql`created_at`, period)} GROUP BY 1 ORDER BY 1`.execute(db)
  return rows
}
