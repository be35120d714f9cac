import { sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import type { Paced } from './closing/pace.ts'
import type { AttemptRow } from './queries.ts'

/** A scored attempt with the conditions under which it was taken, and nothing that names its person. */
export interface ExportedRow extends Pick<AttemptRow, 'client_id' | 'id' | 'deadline'>, Paced {
  assignment_id: string
  /** When it was assigned, with the microseconds that a Date loses: to go on after this row. */
  created_at_exact: string
  receipt: string
  locale: Locale
  started_at: Date
  closed_at: Date
  closed_by: 'person' | 'time'
  ended_by_manager: boolean
  duration_seconds: number
  /** The accommodations at the end. */
  last_time_percent: Accommodations['timePercent']
  read_aloud: boolean
  breaks: number
  auto_next_used: boolean
  started_offline: boolean
  paused_seconds: number
  added_seconds: number
  quality: 'high' | 'medium' | 'low' | null
  late_decision: 'accepted' | 'left' | null
}

/**
 * A page of a client's results of one version, in the order in which the tests were assigned. The order is that of the index
 * assignments_of_test, so that a page costs its own rows wherever it is.
 */
export async function findExported(
  db: Executor,
  { clientId, inventoryId, versionId }: { clientId: string; inventoryId: string; versionId: string },
  after: Pick<ExportedRow, 'created_at_exact' | 'assignment_id'> | undefined,
  limit: number,
): Promise<ExportedRow[]> {
  const later = after
    ? sql`AND (a.created_at, a.id) > (${after.created_at_exact}::timestamptz, ${after.assignment_id}::uuid)`
    : sql``
  const { rows } = await sql<ExportedRow>`
    SELECT t.client_id, t.id, t.deadline, t.read_aloud_used, t.time_percent, t.text_size, t.clock_moved,
      a.id AS assignment_id, a.created_at::text AS created_at_exact, coalesce(t.receipt, '') AS receipt, t.locale,
      t.started_at, t.closed_at, t.closed_by, t.ended_by IS NOT NULL AS ended_by_manager,
      extract(epoch FROM least(t.closed_at, t.deadline) - t.started_at - t.practice_time)::float8 - t.paused_seconds
        AS duration_seconds,
      a.time_percent AS last_time_percent, t.read_aloud, t.breaks, t.auto_next_used,
      t.offline_id IS NOT NULL AS started_offline, t.paused_seconds, t.added_seconds, r.quality, r.late_decision
    FROM assignments a
    JOIN results r ON r.client_id = a.client_id AND r.assignment_id = a.id AND r.version_id = ${versionId}
    JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
    WHERE a.client_id = ${clientId} AND a.inventory_id = ${inventoryId} AND a.status = 'completed'
      AND a.restricted_at IS NULL AND t.closed_by IN ('person', 'time') ${later}
    ORDER BY a.created_at, a.id LIMIT ${limit}`.execute(db)
  return rows
}
