import { sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import { reservedPlaces } from '#server/db/reserved.ts'
import { amongChosen, type ChosenMembers } from '#server/features/memberships/filter.ts'
import type { Slice } from '#server/http/pages.ts'

interface DayKey {
  clientId: string
  id: string
}

/** The same order as in all lists of people. A day's are few enough to be sorted without an index. */
const byName = sql`m.name COLLATE "tr-x-icu"`

/** Candidates and employees among the chosen, locked until the transaction ends. */
export async function lockPeople(
  tx: Executor,
  client: AuthorizedClient,
  chosen: ChosenMembers,
  limit: number,
): Promise<{ membershipId: string; userId: string }[]> {
  const { rows } = await sql<{ membershipId: string; userId: string }>`
    SELECT m.id AS "membershipId", m.user_id AS "userId" FROM memberships m
    WHERE m.client_id = ${client.id} AND m.removed_at IS NULL AND m.role <> 'manager' AND ${amongChosen(client, chosen)}
    ORDER BY m.id LIMIT ${limit} FOR KEY SHARE`.execute(tx)
  return rows
}

/** Memberships and codes of everybody on a day. */
export async function findMembers(
  tx: Executor,
  key: DayKey,
): Promise<{ membershipId: string; codeNumber: number }[]> {
  return tx
    .selectFrom('test_day_people')
    .select(['membership_id as membershipId', 'code_number as codeNumber'])
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.id)
    .execute()
}

/** Places that registrations of a day have reserved: the free ones, and those of people who wait for a decision. */
export async function countReserved(
  tx: Executor,
  key: DayKey & { except: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ places: number }>`
    SELECT coalesce(sum(${reservedPlaces}), 0)::int AS places FROM registrations r
    WHERE r.client_id = ${key.clientId} AND r.test_day_id = ${key.id}
      AND r.id IS DISTINCT FROM ${key.except ?? null}::uuid`.execute(tx)
  return rows[0]?.places ?? 0
}

export interface NewDayPerson {
  membershipId: string
  userId: string
  room: string
  codeTurn: number
  codeNumber: number
  codeHash: Buffer
}

export async function insertPeople(
  tx: Executor,
  key: DayKey,
  people: readonly NewDayPerson[],
): Promise<void> {
  if (people.length === 0) return
  await tx
    .insertInto('test_day_people')
    .values(
      people.map((person) => ({
        client_id: key.clientId,
        test_day_id: key.id,
        membership_id: person.membershipId,
        user_id: person.userId,
        room: person.room,
        code_turn: person.codeTurn,
        code_number: person.codeNumber,
        code_hash: person.codeHash,
      })),
    )
    .execute()
}

/** Has these people's pending tests taken on the day, where nobody has begun them and no other day that is open has them. */
export async function attachAssignments(
  tx: Executor,
  key: DayKey & { day: string },
  which: { membershipIds: readonly string[]; inventoryIds: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE assignments a SET test_day_id = ${key.id}, due_date = ${key.day}, opens_at = NULL,
      battery_id = NULL, battery_place = NULL, pause_minutes = NULL
    WHERE client_id = ${key.clientId} AND status = 'pending' AND started_at IS NULL
      AND membership_id = ANY (${which.membershipIds}::uuid[]) AND inventory_id = ANY (${which.inventoryIds}::uuid[])
      AND NOT EXISTS (SELECT FROM test_days d JOIN clients c ON c.id = d.client_id
        WHERE d.client_id = a.client_id AND d.id = a.test_day_id AND d.closed_at IS NULL
          AND d.day >= (now() AT TIME ZONE c.time_zone)::date)`.execute(tx)
}

export interface PersonRow {
  membership_id: string
  user_id: string
  name: string
  staff_number: string
  group_name: string
  room: string
  code_turn: number
  code_number: number
  locale: 'tr' | 'en'
  begun: boolean | null
  done: boolean | null
}

/** The parts of which a person's code is made. */
export const codeKeyOf = (row: Pick<PersonRow, 'membership_id' | 'code_turn' | 'code_number'>) => ({
  membershipId: row.membership_id,
  codeTurn: row.code_turn,
  codeNumber: row.code_number,
})

const personColumns = sql`p.membership_id, p.user_id, m.name, coalesce(m.staff_number, '') AS staff_number,
  coalesce(m.group_name, '') AS group_name, p.room, p.code_turn, p.code_number, u.locale, tests.begun, tests.done`
const from = sql`
  FROM test_day_people p
  JOIN memberships m ON m.client_id = p.client_id AND m.id = p.membership_id
  JOIN users u ON u.id = p.user_id
  LEFT JOIN LATERAL (
    SELECT bool_or(a.started_at IS NOT NULL) AS begun,
           bool_and(a.status <> 'pending') AND bool_or(a.status = 'completed') AS done
    FROM assignments a WHERE a.client_id = p.client_id AND a.membership_id = p.membership_id AND a.test_day_id = p.test_day_id
  ) AS tests ON true`

export async function findPeople(
  db: Executor,
  key: DayKey,
  filter: { search?: string | undefined; room?: string | undefined; membershipId?: string | undefined },
  ordering: 'name' | '-name' | 'room' | '-room',
  { limit, offset }: Slice,
): Promise<{ count: number; rows: PersonRow[] }> {
  const conditions = [
    sql`p.client_id = ${key.clientId} AND p.test_day_id = ${key.id} AND m.removed_at IS NULL`,
  ]
  if (filter.room !== undefined) conditions.push(sql`p.room = ${filter.room}`)
  if (filter.membershipId !== undefined) conditions.push(sql`p.membership_id = ${filter.membershipId}`)
  if (filter.search) conditions.push(sql`m.name ILIKE ${`%${likeText(filter.search)}%`}`)
  const found = sql.join(conditions, sql` AND `)
  const direction = ordering.startsWith('-') ? sql`DESC` : sql`ASC`
  const order = ordering.endsWith('room')
    ? sql`p.room ${direction}, ${byName}, p.membership_id`
    : sql`${byName} ${direction}, p.membership_id`
  const { rows } = await sql<PersonRow>`
    SELECT ${personColumns} ${from} WHERE ${found} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  )
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM test_day_people p
    JOIN memberships m ON m.client_id = p.client_id AND m.id = p.membership_id WHERE ${found}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}

export async function changePerson(
  tx: Executor,
  key: DayKey & { membershipId: string },
  change: { room: string } | { code_turn: number; code_hash: Buffer },
): Promise<boolean> {
  const changed = await tx
    .updateTable('test_day_people')
    .set(change)
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.id)
    .where('membership_id', '=', key.membershipId)
    .returning('membership_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Ends a person's sessions of a day, on all its tablets. */
export async function endSessionsOf(
  tx: Executor,
  { clientId, id, userId }: DayKey & { userId: string },
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('invitation_client_id', '=', clientId)
    .where('test_day_id', '=', id)
    .execute()
}

export async function deletePerson(tx: Executor, key: DayKey & { membershipId: string }): Promise<void> {
  await tx
    .deleteFrom('test_day_people')
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.id)
    .where('membership_id', '=', key.membershipId)
    .execute()
}

/** Those of these people who have nothing to do on a day: their tests run elsewhere, or belong to another day. */
export async function findIdle(
  tx: Executor,
  key: DayKey,
  membershipIds: readonly string[],
): Promise<{ userId: string; name: string }[]> {
  const { rows } = await sql<{ userId: string; name: string }>`
    SELECT m.user_id AS "userId", m.name FROM memberships m
    WHERE m.client_id = ${key.clientId} AND m.id = ANY (${membershipIds}::uuid[])
      AND NOT EXISTS (SELECT FROM assignments a WHERE a.client_id = m.client_id AND a.membership_id = m.id
        AND a.test_day_id = ${key.id} AND a.status = 'pending')
    ORDER BY ${byName}`.execute(tx)
  return rows
}

/** A person's tests of a day that nobody has begun. */
export async function findUnstarted(tx: Executor, key: DayKey & { membershipId: string }): Promise<string[]> {
  const rows = await tx
    .selectFrom('assignments')
    .select('id')
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.id)
    .where('membership_id', '=', key.membershipId)
    .where('status', '=', 'pending')
    .where('started_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * The person with this code, locked: who removes them from the client or replaces the code waits, and ends the session that opens
 * here.
 */
export async function findByCode(
  tx: Executor,
  key: DayKey,
  codeHash: Buffer,
): Promise<{ userId: string } | undefined> {
  const { rows } = await sql<{ userId: string }>`
    SELECT p.user_id AS "userId" FROM test_day_people p
    JOIN memberships m ON m.client_id = p.client_id AND m.id = p.membership_id AND m.removed_at IS NULL
    WHERE p.client_id = ${key.clientId} AND p.test_day_id = ${key.id} AND p.code_hash = ${codeHash}
    FOR SHARE OF m, p`.execute(tx)
  return rows[0]
}
