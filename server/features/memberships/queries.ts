import { sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { type Filter, peopleFilter, type Role } from './filter.ts'

export interface Assignable {
  userId: string
  membershipId: string
  role: Role
  name: string
}

/**
 * People who can be reached, by their ids or as a list shows them. Their memberships are locked until the transaction
 * ends: somebody who is being removed gets nothing new.
 */
export async function lockAssignable(
  db: Executor,
  client: AuthorizedClient,
  who: { userIds: readonly string[] } | { filter: Filter },
  limit: number,
): Promise<Assignable[]> {
  const which =
    'filter' in who
      ? peopleFilter(client, who.filter)
      : sql`WHERE m.client_id = ${client.id} AND m.user_id = ANY (${who.userIds}::uuid[]) AND m.removed_at IS NULL`
  const { rows } = await sql<Assignable>`
    SELECT m.user_id AS "userId", m.id AS "membershipId", m.role, m.name
    FROM memberships m JOIN users u ON u.id = m.user_id AND u.deactivated_at IS NULL
    ${which} ORDER BY m.id LIMIT ${limit} FOR KEY SHARE OF m`.execute(db)
  return rows
}

/** True when a filter finds anybody. */
export async function findsAnybody(db: Executor, client: AuthorizedClient, filter: Filter): Promise<boolean> {
  const { rows } = await sql`SELECT FROM memberships m ${peopleFilter(client, filter)} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** The live memberships of a person, the oldest first. */
export async function findMembershipsOf(
  db: Executor,
  userId: string,
): Promise<{ client_id: string; client_name: string; role: Role; group_name: string; joined_at: Date }[]> {
  return db
    .selectFrom('memberships as membership')
    .innerJoin('clients as client', 'client.id', 'membership.client_id')
    .where('membership.user_id', '=', userId)
    .where('membership.removed_at', 'is', null)
    .select([
      'membership.client_id',
      'client.name as client_name',
      'membership.role',
      'membership.group_name',
      'membership.joined_at',
    ])
    .orderBy('membership.joined_at')
    .limit(200)
    .execute()
}

/** Matches what each client knows of somebody: name, address, phone and staff number. */
export async function writeSearchText(db: Executor, userId: string): Promise<void> {
  await sql`
    UPDATE memberships SET search_text = fold_text(concat_ws(' ', name, email, phone, staff_number))
    WHERE user_id = ${userId} AND removed_at IS NULL`.execute(db)
}

/** Replaces an address, or none, where a client knows it. */
export async function replaceKnownAddress(
  db: Executor,
  { userId, from, to }: { userId: string; from: string | null; to: string },
): Promise<void> {
  await sql`UPDATE memberships SET email = ${to}
    WHERE user_id = ${userId} AND email IS NOT DISTINCT FROM ${from} AND erased_at IS NULL`.execute(db)
}

export interface ManagerToWrite {
  userId: string
  name: string
  email: string
  locale: 'tr' | 'en'
  client: string
}

export async function findManagersToWrite(db: Executor, clientId: string): Promise<ManagerToWrite[]> {
  const { rows } = await sql<ManagerToWrite>`
    SELECT u.id AS "userId", u.name, u.email, u.locale, c.name AS client
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN clients c ON c.id = m.client_id
    WHERE m.client_id = ${clientId} AND m.role = 'manager' AND NOT m.reader AND m.removed_at IS NULL AND u.deactivated_at IS NULL
      AND u.email_verified_at IS NOT NULL AND u.email IS NOT NULL`.execute(db)
  return rows
}
