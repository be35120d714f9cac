import { type Selectable, sql } from 'kysely'
import type { ReadableClient } from '#server/authority/client.ts'
import { isPaused, shownDeadline } from '#server/db/attempt-clock.ts'
import { columnsOf } from '#server/db/columns-of.ts'
import type { Executor } from '#server/db/database.ts'
import type { Assignments } from '#server/db/test-tables.ts'
import { assignmentFilter, type Filter } from '#server/features/assignments/filter.ts'

const columns = [
  'id',
  'membership_id',
  'version_id',
  'status',
  'ended_at',
  'time_percent',
  'text_size',
  'read_aloud',
  'breaks',
  'break_minutes',
] as const

export interface BoardLine extends Pick<Selectable<Assignments>, (typeof columns)[number]> {
  name: string
  room: string
  /** Past its last day, and not paused. */
  overdue: boolean
  attempt_id: string | null
  started_at: Date | null
  closed_by: 'person' | 'time' | 'cancelled' | null
  /** The deadline of a paused attempt is the one before the pause. */
  deadline: Date | null
  paused_at: Date | null
  break_until: Date | null
  added_seconds: number | null
  started_offline: boolean
  on_tablet: boolean
  tablet: string | null
  seen_at: Date | null
  item_id: string | null
  unsent: number | null
  /** The scales that the attempt does not ask. */
  left_out: string[] | null
  /** The number counted with the last sign; null without one. */
  answered: number | null
  answered_at: Date | null
  resumed_at: Date | null
  /** When it was scored last: again, whenever answers in time were added to a closed one. */
  scored_at: Date | null
  notes: number
  kept: number
}

/**
 * The order by people's names, and of each person's tests as they get them (attempts/own-queries.ts,
 * web/player/pages/list.ts).
 */
const inOrder = (line: 'a' | 'l') => {
  const of = sql.id(line)
  return sql`${of}.membership_id, coalesce(${of}.opens_at > now(), false), ${of}.due_date, ${of}.created_at DESC,
    ${of}.battery_place, ${of}.id DESC`
}

/** The assignments of a filter as they are at this moment, and how many there are. */
export async function findBoard(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
  limit: number,
): Promise<(BoardLine & { count: number; now: Date })[]> {
  const { rows } = await sql<BoardLine & { count: number; now: Date }>`
    WITH line AS MATERIALIZED (
      SELECT a.*, m.name, count(*) OVER () AS count
      FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
      WHERE ${assignmentFilter(client, filter)}
      ORDER BY m.name COLLATE "tr-x-icu", ${inOrder('a')} LIMIT ${limit}
    )
    SELECT ${columnsOf('l', columns)}, l.name, l.count, now() AS now, coalesce(d.room, '') AS room,
           coalesce((now() AT TIME ZONE ${client.timeZone})::date > l.due_date, false) AND NOT ${isPaused} AS overdue,
           t.id AS attempt_id, t.started_at, t.closed_by, t.left_out, t.added_seconds, t.offline_id IS NOT NULL AS started_offline,
           CASE WHEN ${isPaused} THEN t.paused_at END AS paused_at,
           CASE WHEN ${isPaused} THEN t.break_until END AS break_until,
           ${shownDeadline} AS deadline,
           t.tablet_id IS NOT NULL AS on_tablet, b.name AS tablet,
           ${columnsOf('p', ['seen_at', 'item_id', 'unsent', 'answered', 'answered_at', 'resumed_at'])},
           s.scored_at,
           (SELECT count(*) FROM assignment_notes n WHERE n.client_id = l.client_id AND n.assignment_id = l.id) AS notes,
           (SELECT count(*) FROM kept_attempts k WHERE k.client_id = l.client_id AND k.assignment_id = l.id) AS kept
    FROM line l
    LEFT JOIN test_day_people d
      ON d.client_id = l.client_id AND d.test_day_id = l.test_day_id AND d.membership_id = l.membership_id
    LEFT JOIN attempts t ON t.client_id = l.client_id AND t.assignment_id = l.id
    LEFT JOIN attempt_presence p ON p.client_id = t.client_id AND p.attempt_id = t.id
    LEFT JOIN results s ON s.client_id = t.client_id AND s.attempt_id = t.id
    LEFT JOIN tablets b ON b.client_id = t.client_id AND b.id = t.tablet_id
    ORDER BY l.name COLLATE "tr-x-icu", ${inOrder('l')}`.execute(db)
  return rows
}
