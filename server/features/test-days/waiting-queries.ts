import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

export interface WaitingRow {
  client_id: string
  id: string
  test_day_id: string
  assignment_id: string
  tablet_id: string
  received_at: Date
  opened_at: Date | null
  created_at: Date
  membership_id: string
  name: string
  version_id: string
  tablet: string
  reason: 'withdrawn' | 'replaced_code' | 'needs_connection'
  withdrawn_at: Date | null
  answered: number
  submitted: boolean
  refused: boolean
  decision: 'accepted' | 'rejected' | null
  decided_at: Date | null
}

interface DayKey {
  clientId: string
  testDayId: string
}

const from = sql`
  FROM waiting_deliveries w
  JOIN assignments a ON a.client_id = w.client_id AND a.id = w.assignment_id
  JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
  JOIN tablets t ON t.client_id = w.client_id AND t.id = w.tablet_id`
const of = ({ clientId, testDayId }: DayKey) =>
  sql`w.client_id = ${clientId} AND w.test_day_id = ${testDayId}`
const select = (where: RawBuilder<unknown>) => sql<WaitingRow>`
  SELECT w.client_id, w.id, w.test_day_id, w.assignment_id, w.tablet_id, w.received_at, t.opened_at, t.created_at,
    a.membership_id, m.name, a.version_id, t.name AS tablet, w.reason, t.revoked_at AS withdrawn_at, w.answered,
    w.submitted, w.refused, w.decision, w.decided_at ${from} WHERE ${where}`

/** Finds a day's deliveries that need a decision, and after them those decided. */
export async function findWaitingOf(
  db: Executor,
  key: DayKey,
  { search, ordering }: { search?: string | undefined; ordering: 'receivedAt' | '-receivedAt' },
  { limit, offset }: Slice,
): Promise<{ count: number; rows: WaitingRow[] }> {
  const where = sql`${of(key)} AND m.name ILIKE ${`%${likeText(search ?? '')}%`}`
  const direction = ordering === 'receivedAt' ? sql`ASC` : sql`DESC`
  const { rows } = await sql<WaitingRow>`${select(where)}
    ORDER BY w.decision IS NOT NULL, w.received_at ${direction}, w.id LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  )
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count ${from} WHERE ${where}`.execute(
    db,
  )
  return { count: counted.rows[0]?.count ?? 0, rows }
}

export async function findWaiting(
  db: Executor,
  key: DayKey & { id: string },
): Promise<WaitingRow | undefined> {
  const { rows } = await select(sql`${of(key)} AND w.id = ${key.id}`).execute(db)
  return rows[0]
}

/**
 * Deliveries of one test by one tablet that nobody has decided about. Without what came with the token of an attempt, which is
 * one delivery.
 */
export async function countUndecided(
  tx: Executor,
  key: { clientId: string; tabletId: string; assignmentId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM waiting_deliveries w
    WHERE w.client_id = ${key.clientId} AND w.assignment_id = ${key.assignmentId} AND w.tablet_id = ${key.tabletId}
      AND w.decision IS NULL
      AND NOT EXISTS (SELECT FROM attempts t WHERE t.client_id = w.client_id AND t.id = w.begun_id)`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Decides, once: what was stored goes. @returns it, or undefined where it was decided before */
export async function markDecided(
  tx: Executor,
  key: { clientId: string; id: string },
  { decision, by }: { decision: 'accepted' | 'rejected'; by: string },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`
    WITH waiting AS (
      SELECT client_id, id, sealed FROM waiting_deliveries
      WHERE client_id = ${key.clientId} AND id = ${key.id} AND decision IS NULL FOR UPDATE)
    UPDATE waiting_deliveries w SET decision = ${decision}, decided_at = now(), decided_by = ${by}, sealed = NULL
    FROM waiting WHERE w.client_id = waiting.client_id AND w.id = waiting.id
    RETURNING waiting.sealed`.execute(tx)
  return rows[0]?.sealed
}
