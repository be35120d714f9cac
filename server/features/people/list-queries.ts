import { type RawBuilder, type Selectable, sql } from 'kysely'
import {
  clientOfAllPeople,
  hiddenTests,
  inReach,
  limitedClient,
  type ReadableClient,
} from '#server/authority/reach.ts'
import type { Memberships } from '#server/db/client-tables.ts'
import { columnsOf } from '#server/db/columns-of.ts'
import type { Executor } from '#server/db/database.ts'
import { peopleCount } from '#server/features/delivery/tallies/tallies.ts'
import { type Filter, peopleFilter } from '#server/features/memberships/filter.ts'
import { refuseLooseBounds } from '#server/features/memberships/score-filter.ts'
import type { Slice } from '#server/http/pages.ts'
import { countScored } from './score-queries.ts'

const columns = [
  'user_id',
  'name',
  'email',
  'phone',
  'staff_number',
  'role',
  'group_name',
  'joined_at',
  'decision',
] as const

/** A member, and how far their assignments have come. */
export interface PersonRow extends Pick<Selectable<Memberships>, (typeof columns)[number]> {
  membership_id: string
  assignments: { assigned: number; pending: number; completed: number; expired: number; cancelled: number }
}

/** A member with the day from which their name and contact are erased. */
export interface ListedPersonRow extends PersonRow {
  kept_until: string | null
  /** The newest decision; null while nothing was ever decided. */
  decided: { note: string; at: string; by: string } | null
}

/**
 * That day, where a query calls the membership `m`. Not of managers; and of nobody where the client's reader does not see all
 * tests: the day, or that there is none yet, would tell that somebody has one of the others.
 */
export const personKeptUntil = (client: ReadableClient) =>
  hiddenTests(client).length > 0
    ? sql`NULL AS kept_until`
    : sql`
  CASE WHEN m.role <> 'manager' THEN (person_kept_until(m.client_id, m.user_id) AT TIME ZONE ${client.timeZone})::date END AS kept_until`

/**
 * The columns of a PersonRow, in a query that calls the membership `m`. All of them are what this client knows: the account may have
 * another address, and whether one is confirmed would tell who has an account.
 */
export const personColumns = sql`m.id AS membership_id, ${columnsOf('m', columns)}`

/** The newest decision, where a query calls the membership `m`. */
export const personDecided = sql`
  (SELECT json_build_object('note', d.note, 'at', d.decided_at, 'by', u.name)
   FROM people_decisions d JOIN users u ON u.id = d.decided_by
   WHERE d.client_id = m.client_id AND d.membership_id = m.id
   ORDER BY d.decided_at DESC, d.id DESC LIMIT 1) AS decided`

/** Counts by status the assignments that meet a condition on `a`, as an object. */
export const progressOf = (condition: RawBuilder<unknown>) => sql`
  (SELECT json_build_object('assigned', count(*),
     'pending', count(*) FILTER (WHERE a.status = 'pending'),
     'completed', count(*) FILTER (WHERE a.status = 'completed'),
     'expired', count(*) FILTER (WHERE a.status = 'expired'),
     'cancelled', count(*) FILTER (WHERE a.status = 'cancelled'))
   FROM assignments a WHERE ${condition}) AS assignments`

const orders = {
  name: sql`m.name COLLATE "tr-x-icu", m.id`,
  '-name': sql`m.name COLLATE "tr-x-icu" DESC, m.id DESC`,
  joinedAt: sql`m.joined_at, m.id`,
  '-joinedAt': sql`m.joined_at DESC, m.id DESC`,
  group: sql`m.group_name COLLATE "tr-x-icu", m.id`,
  '-group': sql`m.group_name COLLATE "tr-x-icu" DESC, m.id DESC`,
}

export type Order = keyof typeof orders

/** Up to so many are quicker sorted than met in order. */
const fewFound = 5_000

/**
 * The people of a page, each with how far their assignments have come, those from before they were removed included, as far as
 * the client's reader may see the group that they were in then.
 */
function counted(client: ReadableClient) {
  const ofPerson = sql`a.client_id = m.client_id AND a.user_id = m.user_id`
  if (limitedClient(client) === undefined) return sql`${personColumns}, ${progressOf(ofPerson)}`
  const inGroups = sql`EXISTS (SELECT FROM memberships had WHERE ${inReach(client, 'a', 'had')}
    AND had.client_id = a.client_id AND had.id = a.membership_id)`
  return sql`${personColumns}, ${progressOf(sql`${ofPerson} AND ${inGroups}`)}`
}

export async function findPeople(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
  order: Order,
  slice: Slice,
): Promise<{ count: number; rows: ListedPersonRow[] }> {
  const count = await countPeople(db, client, filter)
  // The planner takes people who match for evenly spread and walks the order until the page is full: 245 ms for 309 of
  // 100,000, who happened to be at its end. So few are found first and then sorted.
  const found = filter.search && count <= fewFound ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`
  const { rows } = await sql<ListedPersonRow>`
    WITH found AS ${found} (
      SELECT m.* FROM memberships m ${peopleFilter(client, filter)}
    ),
    page AS (
      SELECT * FROM found m ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}
    )
    SELECT ${counted(client)}, ${personKeptUntil(client)}, ${personDecided} FROM page m ORDER BY ${orders[order]}`.execute(
    db,
  )
  return { count, rows }
}

/** People of a filter by their memberships, in no order. */
export async function findPeopleByIds(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
  membershipIds: readonly string[],
): Promise<ListedPersonRow[]> {
  const { rows } = await sql<ListedPersonRow>`
    SELECT ${counted(client)}, ${personKeptUntil(client)}, ${personDecided}
    FROM memberships m ${peopleFilter(client, { role: filter.role })}
      AND m.id = ANY (${membershipIds}::uuid[])`.execute(db)
  return rows
}

/** The people who follow one in the order of names: an export walks them all and counts none of them twice. */
export async function findNextPeople(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
  after: PersonRow | undefined,
  limit: number,
): Promise<PersonRow[]> {
  const later = after
    ? sql` AND (m.name COLLATE "tr-x-icu", m.id) > (${after.name}::text COLLATE "tr-x-icu", ${after.membership_id}::uuid)`
    : sql``
  const { rows } = await sql<PersonRow>`
    WITH page AS (
      SELECT m.* FROM memberships m ${peopleFilter(client, filter)}${later} ORDER BY ${orders.name} LIMIT ${limit}
    )
    SELECT ${counted(client)} FROM page m ORDER BY ${orders.name}`.execute(db)
  return rows
}

/** Counts the people that a filter finds. */
export async function countPeople(db: Executor, client: ReadableClient, filter: Filter): Promise<number> {
  refuseLooseBounds(filter)
  if (filter.score !== undefined) return countScored(db, client, filter.score, filter)
  // Everybody of a role is a number that is known.
  const whole = clientOfAllPeople(client)
  if (whole && !filter.search && !filter.group && !filter.without && !filter.decision)
    return peopleCount(db, whole.id, filter.role)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM memberships m ${peopleFilter(client, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}
