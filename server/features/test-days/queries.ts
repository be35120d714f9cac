import { sql } from 'kysely'
import type { TestDay } from '#contract/test-days.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

type State = TestDay['state']

export interface DayRow {
  client_id: string
  id: string
  place: string
  day: string
  rooms: string[]
  locale: 'tr' | 'en'
  inventory_ids: string[]
  pin_turn: number
  wrong_pins: number
  code_turn: number
  sensitive_offline: boolean
  created_at: Date
  closed_at: Date | null
  state: State
  starts_at: Date
  ends_at: Date
}

export interface CountedDay extends DayRow {
  people: number
  started: number
  finished: number
  waiting: number
}

const columns = sql`d.client_id, d.id, d.place, d.day, d.rooms, d.locale, d.inventory_ids, d.pin_turn, d.wrong_pins,
  d.code_turn, d.sensitive_offline, d.created_at, d.closed_at, d.day::timestamp AT TIME ZONE c.time_zone AS starts_at,
  (d.day + 1)::timestamp AT TIME ZONE c.time_zone AS ends_at,
  CASE WHEN d.closed_at IS NOT NULL OR (now() AT TIME ZONE c.time_zone)::date > d.day THEN 'over'
       WHEN (now() AT TIME ZONE c.time_zone)::date = d.day THEN 'today' ELSE 'planned' END AS state`

// Counts the people of the day with a test begun, and with none left to do.
const counts = sql`
  (SELECT count(*) FROM test_day_people p WHERE p.client_id = d.client_id AND p.test_day_id = d.id) AS people,
  coalesce(of_people.started, 0) AS started, coalesce(of_people.finished, 0) AS finished,
  (SELECT count(*)::int FROM waiting_deliveries w
   WHERE w.client_id = d.client_id AND w.test_day_id = d.id AND w.decision IS NULL) AS waiting`
const joinCounts = sql`
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE begun) AS started, count(*) FILTER (WHERE done) AS finished
    FROM (SELECT bool_or(a.started_at IS NOT NULL) AS begun,
                 bool_and(a.status <> 'pending') AND bool_or(a.status = 'completed') AS done
          FROM assignments a WHERE a.client_id = d.client_id AND a.test_day_id = d.id
          GROUP BY a.membership_id) AS one
  ) AS of_people ON true`

export async function findDays(
  db: Executor,
  client: AuthorizedClient,
  { search, ordering }: { search?: string | undefined; ordering: 'day' | '-day' },
  { limit, offset }: Slice,
): Promise<{ count: number; rows: CountedDay[] }> {
  const found = sql`d.client_id = ${client.id} AND d.place ILIKE ${`%${likeText(search ?? '')}%`}`
  const direction = ordering === 'day' ? sql`ASC` : sql`DESC`
  const { rows } = await sql<CountedDay>`
    SELECT ${columns}, ${counts} FROM test_days d JOIN clients c ON c.id = d.client_id ${joinCounts}
    WHERE ${found} ORDER BY d.day ${direction}, d.id ${direction} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM test_days d WHERE ${found}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}

export async function findDay(
  db: Executor,
  client: AuthorizedClient,
  id: string,
): Promise<CountedDay | undefined> {
  const { rows } = await sql<CountedDay>`
    SELECT ${columns}, ${counts} FROM test_days d JOIN clients c ON c.id = d.client_id ${joinCounts}
    WHERE d.client_id = ${client.id} AND d.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * A day, locked: who joins it gets a code that nobody else of it has. Rows that only name the day can be added meanwhile, because
 * a device that becomes a tablet holds its code before it does so, and a code is replaced with the day held.
 */
export async function lockDay(
  tx: Executor,
  key: { clientId: string; id: string },
): Promise<DayRow | undefined> {
  const { rows } = await sql<DayRow>`
    SELECT ${columns} FROM test_days d JOIN clients c ON c.id = d.client_id
    WHERE d.client_id = ${key.clientId} AND d.id = ${key.id} FOR NO KEY UPDATE OF d`.execute(tx)
  return rows[0]
}

export async function insertDay(
  tx: Executor,
  day: {
    clientId: string
    id: string
    place: string
    day: string
    rooms: readonly string[]
    locale: 'tr' | 'en'
    inventoryIds: readonly string[]
    sensitiveOffline: boolean
    createdBy: string
  },
): Promise<void> {
  await tx
    .insertInto('test_days')
    .values({
      client_id: day.clientId,
      id: day.id,
      place: day.place,
      day: day.day,
      rooms: [...day.rooms],
      locale: day.locale,
      inventory_ids: [...day.inventoryIds],
      sensitive_offline: day.sensitiveOffline,
      created_by: day.createdBy,
    })
    .execute()
}

export async function changeDay(
  tx: Executor,
  key: { clientId: string; id: string },
  {
    sensitiveOffline,
    ...change
  }: {
    place?: string | undefined
    rooms?: string[] | undefined
    day?: string | undefined
    sensitiveOffline?: boolean | undefined
  },
): Promise<void> {
  const all = { ...change, sensitive_offline: sensitiveOffline }
  const set = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length === 0) return
  await tx
    .updateTable('test_days')
    .set(set)
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** The last day of what is pending moves with the test day. */
export async function moveAssignments(
  tx: Executor,
  key: { clientId: string; id: string },
  day: string,
): Promise<void> {
  await tx
    .updateTable('assignments')
    .set({ due_date: day })
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.id)
    .where('status', '=', 'pending')
    .execute()
}

/** Closes a day. @returns whether it was open */
export async function markClosed(tx: Executor, key: { clientId: string; id: string }): Promise<boolean> {
  const closed = await tx
    .updateTable('test_days')
    .set({ closed_at: sql`now()` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

export async function turnPin(tx: Executor, key: { clientId: string; id: string }): Promise<void> {
  await tx
    .updateTable('test_days')
    .set({ pin_turn: sql`pin_turn + 1`, wrong_pins: 0 })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** Codes of people who join from now on have at least this turn. */
export async function raiseCodeTurn(
  tx: Executor,
  key: { clientId: string; id: string },
  turn: number,
): Promise<void> {
  await tx
    .updateTable('test_days')
    .set({ code_turn: sql`greatest(code_turn, ${turn}::int)` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** Counts a wrong try of the PIN that is valid now. @returns how many there were; undefined beyond the limit */
export async function countWrongPin(
  db: Executor,
  key: { clientId: string; id: string },
  atMost: number,
): Promise<number | undefined> {
  const counted = await db
    .updateTable('test_days')
    .set({ wrong_pins: sql`wrong_pins + 1` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('wrong_pins', '<', atMost)
    .returning('wrong_pins')
    .executeTakeFirst()
  return counted?.wrong_pins
}

export interface KeptRow {
  id: string
  membership_id: string
  name: string
  version_id: string
  tablet: string
  started_at: Date
  received_at: Date
  answered: number
  submitted: boolean
}

/** Tests that were begun a second time, the newest first. */
export async function findKept(
  db: Executor,
  key: { clientId: string; id: string },
  { limit, offset }: Slice,
): Promise<{ count: number; rows: KeptRow[] }> {
  const { rows } = await sql<KeptRow>`
    SELECT k.id, a.membership_id, m.name, a.version_id, t.name AS tablet, k.started_at, k.received_at,
           (SELECT count(*)::int FROM jsonb_object_keys(k.responses)) AS answered, k.submitted
    FROM kept_attempts k
    JOIN assignments a ON a.client_id = k.client_id AND a.id = k.assignment_id
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    JOIN tablets t ON t.client_id = k.client_id AND t.id = k.tablet_id
    WHERE k.client_id = ${key.clientId} AND k.test_day_id = ${key.id}
    ORDER BY k.received_at DESC, k.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM kept_attempts
    WHERE client_id = ${key.clientId} AND test_day_id = ${key.id}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}

/** Second beginnings of one test by one tablet. */
export async function countKept(
  tx: Executor,
  key: { clientId: string; tabletId: string; assignmentId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM kept_attempts
    WHERE client_id = ${key.clientId} AND assignment_id = ${key.assignmentId} AND tablet_id = ${key.tabletId}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Keeps a second beginning of a test; delivered again by the same tablet it has what came last. */
export async function keepAttempt(
  tx: Executor,
  kept: {
    clientId: string
    id: string
    testDayId: string
    assignmentId: string
    tabletId: string
    startedAt: Date
    submitted: boolean
    responses: unknown
  },
): Promise<void> {
  await sql`
    INSERT INTO kept_attempts (client_id, id, test_day_id, assignment_id, tablet_id, started_at, submitted, responses)
    SELECT client_id, ${kept.id}, ${kept.testDayId}, id, ${kept.tabletId}, ${kept.startedAt}, ${kept.submitted}::boolean,
      ${JSON.stringify(kept.responses)}::jsonb
    FROM assignments WHERE client_id = ${kept.clientId} AND id = ${kept.assignmentId} AND erased_at IS NULL
    ON CONFLICT (client_id, id) DO UPDATE SET submitted = excluded.submitted, responses = excluded.responses
      WHERE (kept_attempts.tablet_id, kept_attempts.assignment_id) = (excluded.tablet_id, excluded.assignment_id)`.execute(
    tx,
  )
}

/** The version of a test that a tablet delivers; undefined once its data is erased. */
export async function findDeliveredVersion(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('assignments')
    .select('version_id')
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.assignmentId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return found?.version_id
}
