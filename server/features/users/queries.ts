import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

export interface UserRow {
  id: string
  public_id: string
  email: string | null
  name: string
  avatar: string
  password_hash: string | null
  authority: ('admin' | 'superuser')[]
  locale: Locale
  time_zone: string
  email_verified_at: Date | null
  deactivated_at: Date | null
}

const columns = [
  'id',
  'public_id',
  'email',
  'name',
  'avatar',
  'password_hash',
  'authority',
  'locale',
  'time_zone',
  'email_verified_at',
  'deactivated_at',
] as const

export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(columns).where('email', '=', email).executeTakeFirst()
}

export async function findUser(db: Executor, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The client a person belongs to longest, as the user object's `company`. */
export async function findCompany(
  db: Executor,
  userId: string,
  clientId: string | null,
): Promise<string | undefined> {
  const client = await db
    .selectFrom('memberships as membership')
    .innerJoin('clients as client', 'client.id', 'membership.client_id')
    .select('client.name')
    .where('membership.user_id', '=', userId)
    .where('membership.removed_at', 'is', null)
    .$if(clientId !== null, (query) => query.where('membership.client_id', '=', clientId ?? ''))
    .orderBy('membership.joined_at')
    .limit(1)
    .executeTakeFirst()
  return client?.name
}

export interface NewUser {
  id: string
  publicId: string
  email: string | null
  name: string
  phone: string
  locale: Locale
}

/** Adds the people whose address nobody has yet, and returns everybody's id by address. One statement for any number. */
export async function insertMissingUsers(
  db: Executor,
  users: readonly NewUser[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    WITH wanted AS (
      SELECT * FROM unnest(${users.map((u) => u.id)}::uuid[], ${users.map((u) => u.publicId)}::text[],
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

export async function insertUser(db: Executor, user: NewUser): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id: user.id,
      public_id: user.publicId,
      email: user.email,
      name: user.name,
      phone: user.phone,
      locale: user.locale,
    })
    .execute()
}

export async function setPassword(db: Executor, userId: string, passwordHash: string | null): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/**
 * Whether a live user still has this password, holding it until the transaction ends: who changes it or deactivates the
 * account meanwhile waits, and then ends the session that this transaction opens as well.
 */
export async function holdPassword(db: Executor, userId: string, passwordHash: string): Promise<boolean> {
  const held = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .where('deactivated_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** Sets a new password where nobody else set one meanwhile. @returns false when somebody did */
export async function replacePassword(
  db: Executor,
  userId: string,
  old: string | null,
  passwordHash: string,
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where((row) => row('password_hash', 'is not distinct from', old))
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function setAuthority(
  db: Executor,
  userId: string,
  authority: ('admin' | 'superuser')[],
): Promise<void> {
  await db.updateTable('users').set({ authority }).where('id', '=', userId).execute()
}

export async function markVerified(db: Executor, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: sql`now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** Whether anybody exists yet: an empty installation gets its demo, or its first superuser. */
export async function anyUser(db: Executor): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Adds a user unless somebody has the address already. @returns whether the user was added */
export async function insertUserIfNew(db: Executor, user: NewUser): Promise<boolean> {
  const { id, publicId, email, name, phone, locale } = user
  const added = await db
    .insertInto('users')
    .values({ id, public_id: publicId, email, name, phone, locale })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export interface ManagedRow {
  id: string
  name: string
  email: string | null
  phone: string
  authority: ('admin' | 'superuser')[]
  roles: ('manager' | 'candidate' | 'employee')[]
  ever_member: boolean
  locale: Locale
  time_zone: string
  email_verified_at: Date | null
  deactivated_at: Date | null
  created_at: Date
}

interface Filter {
  id?: string
  /** Leaves out people with stored roles. */
  belowAdmin: boolean
  search?: string | undefined
  role?: 'superuser' | 'admin' | 'manager' | 'participant' | undefined
  status?: 'active' | 'deactivated' | undefined
}

const has = (roles: string) => sql`EXISTS (SELECT FROM memberships m
  WHERE m.user_id = u.id AND m.removed_at IS NULL AND m.role IN (${sql.raw(roles)}))`
// As authorityOf() in features/sessions has it: whoever never belonged to a client may take tests.
const withRole = {
  superuser: sql`'superuser' = ANY (u.authority)`,
  admin: sql`'admin' = ANY (u.authority)`,
  manager: has(`'manager'`),
  participant: sql`(${has(`'candidate', 'employee'`)} OR (u.authority = '{}'
    AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id)))`,
}
const withStatus = { active: sql`u.deactivated_at IS NULL`, deactivated: sql`u.deactivated_at IS NOT NULL` }

// Folded as foldText() folds, so that SUKRU finds Şükrü.
const foldedName = sql`lower(translate(u.name, 'ÇĞİIıÖŞÜÂÎÛçğöşüâîû', 'cgiiiosuaiucgosuaiu'))`

const where = ({ id, belowAdmin, search = '', role, status }: Filter) => {
  const matches = search
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => `%${likeText(word)}%`)
    .map((word) => sql`(${foldedName} LIKE ${word} OR u.email LIKE ${word})`)
  return sql`WHERE ${sql.join(
    [
      sql`(${id ?? null}::uuid IS NULL OR u.id = ${id ?? null}::uuid)`,
      ...(belowAdmin ? [sql`u.authority = '{}'`] : []),
      ...(role === undefined ? [] : [withRole[role]]),
      ...(status === undefined ? [] : [withStatus[status]]),
      ...matches,
    ],
    sql` AND `,
  )}`
}

const orders = {
  name: sql`u.name COLLATE "tr-x-icu", u.id`,
  '-name': sql`u.name COLLATE "tr-x-icu" DESC, u.id DESC`,
  email: sql`u.email, u.id`,
  '-email': sql`u.email DESC, u.id DESC`,
  createdAt: sql`u.created_at, u.id`,
  '-createdAt': sql`u.created_at DESC, u.id DESC`,
}

export async function findUsers(
  db: Executor,
  filter: Filter,
  order: keyof typeof orders,
  slice: Slice,
): Promise<{ count: number; rows: ManagedRow[] }> {
  const total = await sql<{ count: number }>`SELECT count(*) AS count FROM users u ${where(filter)}`.execute(
    db,
  )
  const { rows } = await sql<ManagedRow>`
    SELECT u.id, u.name, u.email, u.phone, u.authority, u.locale, u.time_zone, u.email_verified_at, u.deactivated_at,
           u.created_at,
           ARRAY(SELECT DISTINCT m.role FROM memberships m WHERE m.user_id = u.id AND m.removed_at IS NULL) AS roles,
           EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id) AS ever_member
    FROM users u ${where(filter)}
    ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

export interface UserChange {
  name?: string
  email?: string
  phone?: string
  locale?: Locale
  time_zone?: string
  authority?: ('admin' | 'superuser')[]
}

/** Writes the given fields. @returns false when the new address is somebody else's */
export async function changeUser(db: Executor, userId: string, change: UserChange): Promise<boolean> {
  if (change.email !== undefined) {
    const taken = await sql`SELECT FROM users WHERE email = ${change.email} AND id <> ${userId}`.execute(db)
    if (taken.rows.length > 0) return false
  }
  const verified = change.email === undefined ? {} : { email_verified_at: null }
  if (Object.keys(change).length > 0)
    await db
      .updateTable('users')
      .set({ ...change, ...verified })
      .where('id', '=', userId)
      .execute()
  return true
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

/** Whom a verification mail made now goes to, and when its link ends (24 hours). */
export async function findUnverified(
  db: Executor,
  userId: string,
): Promise<{ id: string; name: string; email: string | null; endsAt: Date } | undefined> {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .where('email_verified_at', 'is', null)
    .select(['id', 'name', 'email', sql<Date>`now() + interval '24 hours'`.as('endsAt')])
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
