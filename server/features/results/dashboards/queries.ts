import { sql } from 'kysely'
import { clientOfAllPeople, inReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import { reservedUnits } from '#server/db/reserved.ts'
import type { Tally } from '#server/features/delivery/tallies/counted.ts'

interface Count {
  what: string
  count: number
}

/** Counts the clients by status. */
export async function countClients(
  db: Executor,
): Promise<{ total: number; active: number; pending: number; suspended: number }> {
  const { rows } = await sql<{ total: number; active: number; pending: number; suspended: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE status = 'active') AS active,
           count(*) FILTER (WHERE status = 'pending') AS pending,
           count(*) FILTER (WHERE status = 'suspended') AS suspended
    FROM clients WHERE NOT synthetic`.execute(db)
  return rows[0] ?? { total: 0, active: 0, pending: 0, suspended: 0 }
}

/** The client of the installation's own test is in no total. */
const both = sql`(
  SELECT what, day, count FROM (
    SELECT client_id, what, day, count FROM tallies UNION ALL SELECT client_id, what, day, count FROM tally_changes) every
  WHERE client_id NOT IN (SELECT id FROM clients WHERE synthetic)) AS t`

/** The assignments of all clients by status. */
export async function findTotals(db: Executor): Promise<Count[]> {
  const { rows } = await sql<Count>`
    SELECT what, sum(count)::float8 AS count FROM ${both}
    WHERE day = '-infinity' AND what IN ('pending', 'started', 'completed', 'expired', 'cancelled')
    GROUP BY 1`.execute(db)
  return rows
}

/** Counts by day what happened to the assignments of all clients in a range of days. */
export async function findDayTallies(
  db: Executor,
  from: string,
  to: string,
): Promise<(Count & { day: string })[]> {
  const { rows } = await sql<Count & { day: string }>`
    SELECT what, day, sum(count)::float8 AS count FROM ${both}
    WHERE day BETWEEN ${from} AND ${to} AND what IN ('assigned_on', 'completed_on', 'expired_on', 'cancelled_on')
    GROUP BY 1, 2`.execute(db)
  return rows
}

export interface LowQuotaRow {
  client_id: string
  client_name: string
  inventory_id: string
  available: number
  reserved: number
  purchased: number
}

/**
 * Finds the low quotas of active clients, by the rule of isLow() in contract/quotas.ts; those with the fewest units left
 * first.
 */
export async function findLowQuotas(
  db: Executor,
  few: number,
): Promise<{ count: number; rows: LowQuotaRow[] }> {
  const from = sql`FROM quotas q JOIN clients c ON c.id = q.client_id AND c.status = 'active' AND NOT c.synthetic
    WHERE q.purchased > 0 AND q.available::bigint * 5 <= q.purchased`
  const total = await sql<{ count: number }>`SELECT count(*) AS count ${from}`.execute(db)
  const { rows } = await sql<LowQuotaRow>`
    SELECT c.id AS client_id, c.name AS client_name, q.inventory_id, q.available, q.purchased,
           ${reservedUnits} AS reserved ${from}
    ORDER BY q.available, c.name, q.inventory_id LIMIT ${few}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

/** Clients that wait to be activated, the longest first. */
export async function findPendingClients(
  db: Executor,
  few: number,
): Promise<{ id: string; name: string; time_zone: string; created_at: Date }[]> {
  return db
    .selectFrom('clients')
    .select(['id', 'name', 'time_zone', 'created_at'])
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .orderBy('id')
    .limit(few)
    .execute()
}

/**
 * Jobs that were given up in the last seven days, mails apart. The table contains pending and failed jobs, and no
 * finished ones.
 */
export async function countGivenUp(db: Executor): Promise<{ mails: number; others: number }> {
  const { rows } = await sql<{ mails: number; others: number }>`
    SELECT count(*) FILTER (WHERE task_identifier LIKE 'send\\_%') AS mails,
           count(*) FILTER (WHERE task_identifier NOT LIKE 'send\\_%') AS others
    FROM graphile_worker.jobs
    WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at > now() - interval '7 days'`.execute(
    db,
  )
  return rows[0] ?? { mails: 0, others: 0 }
}

export interface Ids {
  last: string | null
  /** Pending ones, those due first before those without a day. */
  waiting: string[]
  /** Completed ones, the newest first. */
  done: string[]
}

/** The few assignments that a dashboard shows, without erased ones; each list comes from an index and stops after its few. */
export async function findShown(db: Executor, client: ReadableClient, few: number): Promise<Ids> {
  // For somebody who sees all people: the join would keep the planner from the indexes.
  const everybody = clientOfAllPeople(client)
  const shown = sql`${inReach(client, 'a', 'm')} AND a.erased_at IS NULL`
  const from = everybody
    ? sql`FROM assignments a WHERE ${shown}`
    : sql`FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
        WHERE ${shown}`
  const { rows } = await sql<Ids>`
    SELECT
      (SELECT a.id ${from} ORDER BY a.created_at DESC, a.id DESC LIMIT 1) AS last,
      ARRAY(SELECT a.id ${from} AND a.status = 'pending'
            ORDER BY a.due_date, a.created_at, a.id LIMIT ${few}) AS waiting,
      ARRAY(SELECT a.id ${from} AND a.status = 'completed'
            ORDER BY a.ended_at DESC NULLS LAST, a.id DESC LIMIT ${few}) AS done`.execute(db)
  return rows[0] ?? { last: null, waiting: [], done: [] }
}

/**
 * The numbers of a dashboard, as tallies have them, counted of the people a client's reader may see: those of all
 * days, what was assigned and completed in a range of days, and what is due in another.
 */
export async function countTallies(
  db: Executor,
  client: ReadableClient,
  { first, today, nextWeek }: { first: string; today: string; nextWeek: string },
): Promise<Tally[]> {
  const dayOf = (column: string) => sql`(${sql.ref(column)} AT TIME ZONE ${client.timeZone})::date`
  const { rows } = await sql<Tally>`
    WITH seen AS MATERIALIZED (
      SELECT a.inventory_id, a.status, a.started_at, a.due_date, ${dayOf('a.created_at')} AS assigned, ${dayOf('a.ended_at')} AS ended
      FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
      WHERE ${inReach(client, 'a', 'm')}
    )
    SELECT inventory_id AS "inventoryId", what, day::text AS day, count(*)::float8 AS count FROM (
      SELECT inventory_id, status AS what, '-infinity' AS day FROM seen
      UNION ALL SELECT inventory_id, 'started', '-infinity' FROM seen WHERE status = 'pending' AND started_at IS NOT NULL
      UNION ALL SELECT inventory_id, 'assigned_on', assigned::text FROM seen WHERE assigned BETWEEN ${first} AND ${today}
      UNION ALL SELECT inventory_id, 'completed_on', ended::text FROM seen
        WHERE status = 'completed' AND ended BETWEEN ${first} AND ${today}
      UNION ALL SELECT inventory_id, 'due_on', due_date::text FROM seen
        WHERE status = 'pending' AND due_date BETWEEN ${today} AND ${nextWeek}
    ) AS counted GROUP BY 1, 2, 3
    UNION ALL
    SELECT NULL, m.role, '-infinity', count(*)::float8 FROM memberships m
    WHERE ${inReach(client, 'm', 'm')} AND m.removed_at IS NULL AND m.role IN ('candidate', 'employee') GROUP BY m.role`.execute(
    db,
  )
  return rows
}
