import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Role } from '#server/features/memberships/filter.ts'
import { lastDigits, phoneKey } from './invite-rows.ts'

interface MembershipOf {
  clientId: string
  userId: string
}

/** Somebody's live membership of a client. */
export async function findMembership(
  db: Executor,
  key: MembershipOf,
): Promise<{ id: string; role: Role; name: string } | undefined> {
  return db
    .selectFrom('memberships')
    .select(['id', 'role', 'name'])
    .where('client_id', '=', key.clientId)
    .where('user_id', '=', key.userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Somebody's live membership, locked so that nobody else can assign it a test. */
export async function lockMembership(
  db: Executor,
  key: MembershipOf,
): Promise<{ id: string; role: Role } | undefined> {
  return db
    .selectFrom('memberships')
    .select(['id', 'role'])
    .where('client_id', '=', key.clientId)
    .where('user_id', '=', key.userId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function markRemoved(
  db: Executor,
  key: { clientId: string; id: string; by: string | null },
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ removed_at: sql`now()`, removed_by: key.by })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

export interface MembershipKey {
  userId: string
  membershipId: string
  role: Role
  /** The person's name at this client. */
  name: string
}

/** The live memberships that these people have in a client, by user id; locked so that nobody is removed meanwhile. */
export async function findMemberships(
  db: Executor,
  clientId: string,
  userIds: readonly string[],
): Promise<Map<string, MembershipKey>> {
  const { rows } = await sql<MembershipKey>`
    SELECT user_id AS "userId", id AS "membershipId", role, name FROM memberships
    WHERE client_id = ${clientId} AND user_id = ANY (${userIds}::uuid[]) AND removed_at IS NULL
    ORDER BY id FOR KEY SHARE`.execute(db)
  return new Map(rows.map((row) => [row.userId, row]))
}

/** The live members with these addresses: those that the client knows first, then those that only the accounts have. */
export async function findByAddresses(
  db: Executor,
  clientId: string,
  addresses: readonly string[],
): Promise<Map<string, MembershipKey>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<MembershipKey & { address: string }>`
    SELECT DISTINCT ON (given.address) given.address, m.user_id AS "userId", m.id AS "membershipId", m.role, m.name
    FROM unnest(${addresses}::text[]) AS given (address)
    CROSS JOIN LATERAL (
      SELECT * FROM memberships known
      WHERE known.client_id = ${clientId} AND known.removed_at IS NULL AND known.email = given.address
      UNION ALL
      SELECT theirs.* FROM users u
      JOIN memberships theirs ON theirs.client_id = ${clientId} AND theirs.user_id = u.id AND theirs.removed_at IS NULL
      WHERE u.email = given.address) m
    ORDER BY given.address, m.email IS NOT DISTINCT FROM given.address DESC, m.joined_at, m.id`.execute(db)
  return new Map(rows.map(({ address, ...key }) => [address, key]))
}

/** The live members with these staff numbers in any spelling, by the given number. */
export async function findByStaffNumbers(
  db: Executor,
  clientId: string,
  numbers: readonly string[],
): Promise<Map<string, MembershipKey>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<MembershipKey & { number: string }>`
    SELECT DISTINCT ON (given.number) m.user_id AS "userId", m.id AS "membershipId", m.role, m.name, given.number
    FROM unnest(${numbers}::text[]) AS given (number)
    JOIN memberships m ON m.client_id = ${clientId} AND staff_number_key(m.staff_number) = staff_number_key(given.number)
      AND m.staff_number <> '' AND m.removed_at IS NULL
    ORDER BY given.number, m.staff_number = given.number DESC, m.staff_number_twin`.execute(db)
  return new Map(rows.map(({ number, ...key }) => [number, key]))
}

/** The live members who have no address and these telephones, by telephone and name. */
export async function findByPhones(
  db: Executor,
  clientId: string,
  people: readonly { phone: string }[],
): Promise<Map<string, MembershipKey>> {
  if (people.length === 0) return new Map()
  const { rows } = await sql<MembershipKey & { phone: string }>`
    SELECT m.user_id AS "userId", m.id AS "membershipId", m.role, m.name, m.phone
    FROM memberships m
    WHERE m.client_id = ${clientId} AND m.removed_at IS NULL AND m.phone <> '' AND m.email IS NULL
      AND right(regexp_replace(m.phone, '\\D', '', 'g'), 10) = ANY (${people.map(({ phone }) => lastDigits(phone))}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ phone, ...key }) => [phoneKey({ name: key.name, phone }), key]))
}

// Any number that nothing else in this database uses as the first half of an advisory lock.
const invitations = 7_236_103

/** Lets nobody else invite for this client until the caller's transaction ends. */
export async function lockInvitations(db: Executor, clientId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${invitations}, hashtext(${clientId}))`.execute(db)
}

export interface NewMembership {
  id: string
  userId: string
  name: string
  email: string | null
  phone: string
  staffNumber: string
  group: string
  searchText: string
}

/**
 * Adds memberships in one statement; who got one in the meantime keeps it. Somebody whose ended membership is under a legal hold
 * stays under it. @returns the ids that were added
 */
export async function insertMemberships(
  db: Executor,
  clientId: string,
  role: Role,
  rows: readonly NewMembership[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const added = await sql<{ id: string }>`
    INSERT INTO memberships (client_id, id, user_id, role, name, email, phone, staff_number, group_name, search_text,
      held_at, held_by, hold_reason)
    SELECT ${clientId}::uuid, id, user_id, ${role}, name, email, phone, staff_number, group_name, search_text,
      hold.held_at, hold.held_by, coalesce(hold.hold_reason, '')
    FROM unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.userId)}::uuid[], ${rows.map((r) => r.name)}::text[],
      ${rows.map((r) => r.email)}::text[], ${rows.map((r) => r.phone)}::text[], ${rows.map((r) => r.staffNumber)}::text[], ${rows.map((r) => r.group)}::text[],
      ${rows.map((r) => r.searchText)}::text[])
      AS t (id, user_id, name, email, phone, staff_number, group_name, search_text)
    LEFT JOIN LATERAL (SELECT h.held_at, h.held_by, h.hold_reason FROM memberships h
      WHERE h.client_id = ${clientId} AND h.user_id = t.user_id AND h.held_at IS NOT NULL AND ${role} <> 'manager' LIMIT 1) hold ON true
    ORDER BY user_id
    ON CONFLICT (client_id, user_id) WHERE removed_at IS NULL DO NOTHING
    RETURNING id`.execute(db)
  return new Set(added.rows.map((row) => row.id))
}
