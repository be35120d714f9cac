import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { DatabaseError } from 'pg'
import type { Locale } from '#contract/fields.ts'
import type { Users } from '#server/db/account-tables.ts'
import type { Executor } from '#server/db/database.ts'
import { knownToClient } from '#server/db/known-to-client.ts'
import { isWithin, type Manager } from '#server/db/within.ts'

export async function findUserByEmail(db: Executor, email: string): Promise<Selectable<Users> | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function findUser(db: Executor, id: string): Promise<Selectable<Users> | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('api_key', '=', false)
    .where('synthetic', '=', false)
    .executeTakeFirst()
}

/** The client a person belongs to longest, as the user object's `company`. */
export async function findCompany(db: Executor, manager: Manager): Promise<string | undefined> {
  const client = await db
    .selectFrom('memberships as membership')
    .innerJoin('clients as client', 'client.id', 'membership.client_id')
    .select('client.name')
    .where('membership.user_id', '=', manager.userId)
    .where(sql<boolean>`${isWithin('membership.client_id', manager)}`)
    .where('membership.removed_at', 'is', null)
    .orderBy('membership.joined_at')
    .limit(1)
    .executeTakeFirst()
  return client?.name
}

export interface Member {
  email: string | null
  name: string
  phone: string
  locale: Locale
  company: string
  timeZone: string
  joinedAt: Date
}

/** A person as one client knows them. Nothing of the account is read. */
export async function findMember(
  db: Executor,
  userId: string,
  clientId: string,
): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    SELECT known.email, known.name, known.phone, known.locale,
           CASE WHEN known.removed_at IS NULL THEN c.name ELSE '' END AS company, c.time_zone AS "timeZone",
           known.joined_at AS "joinedAt"
    FROM (SELECT ${userId}::uuid AS id) person JOIN clients c ON c.id = ${clientId}
    JOIN LATERAL (${knownToClient('c.id', 'person.id')}) known ON true`.execute(db)
  return rows[0]
}

/** The ids and the addresses of those of these accounts that are deactivated. */
export async function findDeactivated(
  db: Executor,
  { emails, ids }: { emails: readonly string[]; ids: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; email: string | null }>`
    SELECT id, email FROM users
    WHERE (email = ANY (${emails}::text[]) OR id = ANY (${ids}::uuid[])) AND deactivated_at IS NOT NULL`.execute(
    db,
  )
  return new Set(rows.flatMap(({ id, email }) => (email === null ? [id] : [id, email])))
}

export type NewUser = Pick<Selectable<Users>, 'id' | 'public_id' | 'email' | 'name' | 'phone' | 'locale'>

/** Adds the people whose address nobody has yet, and returns everybody's id by address. One statement for any number. */
export async function insertMissingUsers(
  db: Executor,
  users: readonly NewUser[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    WITH wanted AS (
      SELECT * FROM unnest(${users.map((u) => u.id)}::uuid[], ${users.map((u) => u.public_id)}::text[],
        ${users.map((u) => u.email)}::text[], ${users.map((u) => u.name)}::text[], ${users.map((u) => u.phone)}::text[],
        ${users.map((u) => u.locale)}::text[]) AS t (id, public_id, email, name, phone, locale)
    ), added AS (
      INSERT INTO users (id, public_id, email, name, phone, locale)
      SELECT id, public_id, email, name, phone, locale FROM wanted ORDER BY email
      ON CONFLICT (email) DO NOTHING
      RETURNING id, email
    )
    SELECT id, email FROM added
    UNION ALL
    SELECT u.id, u.email FROM users u WHERE u.email IN (SELECT email FROM wanted)`.execute(db)
  const ids = new Map(rows.map((row) => [row.email, row.id]))
  if (ids.size === users.length) return ids
  // Somebody else added an address while this statement ran: its snapshot could not see that row, the next one can.
  const missing = users.flatMap((user) => (user.email !== null && !ids.has(user.email) ? [user.email] : []))
  const late = await db.selectFrom('users').select(['id', 'email']).where('email', 'in', missing).execute()
  for (const row of late) if (row.email !== null) ids.set(row.email, row.id)
  return ids
}

/** Adds people who have no address. */
export async function insertUnaddressed(db: Executor, users: readonly NewUser[]): Promise<void> {
  await sql`
    INSERT INTO users (id, public_id, name, phone, locale)
    SELECT * FROM unnest(${users.map((u) => u.id)}::uuid[], ${users.map((u) => u.public_id)}::text[],
      ${users.map((u) => u.name)}::text[], ${users.map((u) => u.phone)}::text[], ${users.map((u) => u.locale)}::text[])`.execute(
    db,
  )
}

export async function insertUser(db: Executor, user: Insertable<Users>): Promise<void> {
  await db.insertInto('users').values(user).execute()
}

export async function setAvatarAddress(db: Executor, userId: string, avatar: string): Promise<void> {
  await db.updateTable('users').set({ avatar }).where('id', '=', userId).execute()
}

/**
 * Locks people until the transaction ends, in one order, so that two who change each other do not wait for each other.
 */
export async function lockPeople(db: Executor, ids: readonly string[]): Promise<void> {
  await db.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

export async function setAuthority(
  db: Executor,
  userId: string,
  authority: ('admin' | 'superuser')[],
): Promise<void> {
  await db.updateTable('users').set({ authority }).where('id', '=', userId).execute()
}

/**
 * @param email the address that was shown, where the account may have another one by now; one without an address is reached there
 * @returns whether the address was unverified until now
 */
export async function markVerified(db: Executor, userId: string, email?: string): Promise<boolean> {
  const marked = await db
    .updateTable('users')
    .set({ email_verified_at: sql`now()`, email_handed: false })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .$if(email !== undefined, (update) =>
      update.where((row) => row.or([row('email', '=', email ?? null), row('email', 'is', null)])),
    )
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** True when there is any user: an empty installation gets its demo, or its first superuser. */
export async function anyUser(db: Executor): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('synthetic', '=', false).limit(1).executeTakeFirst()) !==
    undefined
  )
}

/** Adds a user unless somebody has the address already. @returns whether the user was added */
export async function insertUserIfNew(db: Executor, user: Insertable<Users>): Promise<boolean> {
  const added = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * True when a test of this person has begun: an address that somebody else gives them now is no proof of who they are.
 */
const hasBegun = (userId: string) =>
  sql<boolean>`EXISTS (SELECT FROM assignments a WHERE a.user_id = ${userId} AND a.started_at IS NOT NULL)`

/**
 * Writes the given fields.
 * @param byOwner whether the caller has shown to be this person
 * @returns false when the new address is somebody else's
 */
export async function changeUser(
  db: Executor,
  userId: string,
  change: Updateable<Users>,
  byOwner: boolean,
): Promise<boolean> {
  if (change.email !== undefined) {
    const taken = await sql`SELECT FROM users WHERE email = ${change.email} AND id <> ${userId}`.execute(db)
    if (taken.rows.length > 0) return false
  }
  const address =
    change.email === undefined
      ? {}
      : { email_verified_at: null, email_handed: byOwner ? false : hasBegun(userId) }
  if (Object.keys(change).length === 0) return true
  const changed = db
    .updateTable('users')
    .set({ ...change, ...address })
    .where('id', '=', userId)
    .execute()
  return changed.then(
    () => true,
    // Somebody took the address since it was looked for. The transaction is over with this, and the caller ends it.
    (error: unknown) => {
      if (isTaken(error)) return false
      throw error
    },
  )
}

const isTaken = (error: unknown) => error instanceof DatabaseError && error.code === '23505'

/** Marks somebody whose account has no address, where a client gives them one, by whether a test of theirs has begun. */
export async function markGiven(db: Executor, userId: string): Promise<void> {
  await sql`UPDATE users SET email_handed = ${hasBegun(userId)} WHERE id = ${userId} AND email IS NULL`.execute(
    db,
  )
}

/** Gives an account without an address the one that its person has shown to be theirs, unless another account has it. */
export async function writeShownAddress(db: Executor, userId: string, email: string): Promise<void> {
  await sql`UPDATE users SET email = ${email}
    WHERE id = ${userId} AND email IS NULL AND NOT EXISTS (SELECT FROM users WHERE email = ${email})`.execute(
    db,
  )
}

/** Deactivates or reactivates. @returns whether anything changed */
export async function setDeactivated(db: Executor, userId: string, deactivated: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ deactivated_at: deactivated ? sql`now()` : null })
    .where('id', '=', userId)
    .where('deactivated_at', deactivated ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Locks the live superusers, so that two of them cannot take the role from each other at once. */
export async function lockSuperusers(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM users
    WHERE 'superuser' = ANY (authority) AND deactivated_at IS NULL ORDER BY id FOR UPDATE`.execute(db)
  return rows.map(({ id }) => id)
}

/** Finds the recipient of a verification mail made now, and when its link ends (24 hours). */
export async function findUnverified(
  db: Executor,
  userId: string,
): Promise<{ id: string; name: string; email: string | null; locale: Locale; endsAt: Date } | undefined> {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .where('email_verified_at', 'is', null)
    .select(['id', 'name', 'email', 'locale', sql<Date>`now() + interval '24 hours'`.as('endsAt')])
    .executeTakeFirst()
}

/** The first superuser while they are the only person and have never signed in. */
export async function findUnusedFirst(db: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users
    WHERE email IS NULL AND password_hash IS NULL AND authority @> '{superuser}'
      AND (SELECT count(*) FROM users) = 1
      AND NOT EXISTS (SELECT FROM one_time_links l WHERE l.user_id = users.id AND l.used_at IS NOT NULL)`.execute(
    db,
  )
  return rows[0]?.id
}

/** Those who run the platform and whose address is known to be theirs. */
export async function findAdminsToWrite(
  db: Executor,
): Promise<{ userId: string; name: string; email: string; locale: Locale }[]> {
  const { rows } = await sql<{ userId: string; name: string; email: string; locale: Locale }>`
    SELECT id AS "userId", name, email, locale FROM users
    WHERE authority <> '{}' AND deactivated_at IS NULL AND email IS NOT NULL AND email_verified_at IS NOT NULL`.execute(
    db,
  )
  return rows
}
