import { type Selectable, sql } from 'kysely'
import type { Users } from '#server/db/account-tables.ts'
import { columnsOf } from '#server/db/columns-of.ts'
import type { Executor } from '#server/db/database.ts'
import { folded } from '#server/db/folded.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

const columns = ['id', 'name', 'email', 'phone', 'authority', 'locale', 'time_zone', 'created_at'] as const

export interface ManagedRow extends Pick<Selectable<Users>, (typeof columns)[number]> {
  status: 'active' | 'deactivated'
  email_verified: boolean
  second_factor: boolean
  has_password: boolean
  last_sign_in_at: Date | null
  roles: ('manager' | 'candidate' | 'employee')[]
  ever_member: boolean
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
// The rule is that of authorityOf() in server/authority: a person who never belonged to a client may take tests.
const withRole = {
  superuser: sql`'superuser' = ANY (u.authority)`,
  admin: sql`'admin' = ANY (u.authority)`,
  manager: has(`'manager'`),
  participant: sql`(${has(`'candidate', 'employee'`)} OR (u.authority = '{}'
    AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id)))`,
}
const withStatus = { active: sql`u.deactivated_at IS NULL`, deactivated: sql`u.deactivated_at IS NOT NULL` }

const where = ({ id, belowAdmin, search = '', role, status }: Filter) => {
  const matches = search
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => `%${likeText(word)}%`)
    .map((word) => sql`(${folded('u.name')} LIKE ${word} OR u.email LIKE ${word})`)
  return sql`WHERE ${sql.join(
    [
      sql`NOT u.api_key AND NOT u.synthetic`,
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
    SELECT ${columnsOf('u', columns)},
           CASE WHEN u.deactivated_at IS NULL THEN 'active' ELSE 'deactivated' END AS status,
           u.email_verified_at IS NOT NULL AS email_verified, u.password_hash IS NOT NULL AS has_password,
           (SELECT max(e.at) FROM audit_entries e WHERE e.subject_id = u.id AND e.action = 'sign_in') AS last_sign_in_at,
           ARRAY(SELECT DISTINCT m.role FROM memberships m WHERE m.user_id = u.id AND m.removed_at IS NULL) AS roles,
           EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id) AS ever_member,
           EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS second_factor
    FROM users u ${where(filter)}
    ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}
