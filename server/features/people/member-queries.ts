import { sql, type Updateable } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import { type AuthorizedClient, inReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Memberships } from '#server/db/client-tables.ts'
import type { Executor } from '#server/db/database.ts'
import { knownToClient } from '#server/db/known-to-client.ts'
import { amongChosen, type ChosenMembers } from '#server/features/memberships/filter.ts'
import {
  type ListedPersonRow,
  personColumns,
  personDecided,
  personKeptUntil,
  progressOf,
} from './list-queries.ts'

export interface MemberRow extends ListedPersonRow {
  locale: Locale
  link_made_at: Date | null
  link_expires_at: Date | null
  held_at: Date | null
  hold_reason: string
  held_by_name: string | null
}

/** A live member of a client, with their newest invitation link and how far their assignments have come. */
export async function findMember(
  db: Executor,
  client: ReadableClient,
  membershipId: string,
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    SELECT ${personColumns}, known.locale, link.created_at AS link_made_at, link.expires_at AS link_expires_at,
           m.held_at, m.hold_reason, holder.name AS held_by_name, ${personKeptUntil(client)}, ${personDecided},
           ${progressOf(sql`${inReach(client, 'a', 'm')} AND a.membership_id = m.id`)}
    FROM memberships m
    JOIN LATERAL (${knownToClient('m.client_id', 'm.user_id', inReach(client, 'a', 'm'))}) known ON true
    LEFT JOIN users holder ON holder.id = m.held_by
    LEFT JOIN LATERAL (
      SELECT l.created_at, l.expires_at FROM one_time_links l
      WHERE l.user_id = m.user_id AND l.purpose = 'invitation' AND l.client_id = m.client_id AND l.used_at IS NULL
      ORDER BY l.created_at DESC LIMIT 1
    ) link ON true
    WHERE ${inReach(client, 'm', 'm')} AND m.id = ${membershipId} AND m.removed_at IS NULL`.execute(db)
  return rows[0]
}

/** The membership that an assignment was given to. */
export async function findHolder(
  db: Executor,
  client: AuthorizedClient,
  assignmentId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('assignments')
    .select('membership_id')
    .where('client_id', '=', client.id)
    .where('id', '=', assignmentId)
    .executeTakeFirst()
  return row?.membership_id
}

/** Tells whether a client knows one of its people by this address. */
export async function isAddressKnown(
  db: Executor,
  client: AuthorizedClient,
  email: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM memberships
    WHERE client_id = ${client.id} AND email = ${email} AND removed_at IS NULL LIMIT 1`.execute(db)
  return rows.length > 0
}

/**
 * Changes a live candidate or employee. The caller has locked the client's invitations, which also give staff numbers
 * out.
 */
export async function changeMember(
  db: Executor,
  client: AuthorizedClient,
  membershipId: string,
  change: Updateable<Memberships>,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ ...change, ...(change.staff_number !== undefined && { staff_number_twin: 0 }) })
    .where('client_id', '=', client.id)
    .where('id', '=', membershipId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Moves those of these people who are candidates or employees. @returns how many there are */
export async function moveMembers(
  db: Executor,
  client: AuthorizedClient,
  chosen: ChosenMembers,
  group: string,
): Promise<number> {
  // The rows are locked in one order: two who move the same people do not wait for each other in a circle.
  const { rows } = await sql<{ count: number }>`
    WITH held AS (
      SELECT m.id FROM memberships m
      WHERE m.client_id = ${client.id} AND ${amongChosen(client, chosen)} AND m.removed_at IS NULL
        AND m.role IN ('candidate', 'employee')
      ORDER BY m.id FOR NO KEY UPDATE
    ),
    moved AS (
      UPDATE memberships m SET group_name = ${group} FROM held WHERE m.client_id = ${client.id} AND m.id = held.id
      RETURNING m.id
    )
    SELECT count(*) AS count FROM moved`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findGroups(
  db: Executor,
  client: ReadableClient,
): Promise<{ name: string; count: number; candidates: number; employees: number }[]> {
  const { rows } = await sql<{ name: string; count: number; candidates: number; employees: number }>`
    SELECT group_name AS name, count(*) AS count, count(*) FILTER (WHERE role = 'candidate') AS candidates,
           count(*) FILTER (WHERE role = 'employee') AS employees
    FROM memberships m
    WHERE ${inReach(client, 'm', 'm')} AND removed_at IS NULL AND role IN ('candidate', 'employee')
    GROUP BY group_name ORDER BY group_name COLLATE "tr-x-icu"`.execute(db)
  return rows
}
