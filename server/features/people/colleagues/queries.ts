import { type Selectable, sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Memberships } from '#server/db/client-tables.ts'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

export interface ColleagueRow
  extends Pick<
    Selectable<Memberships>,
    'user_id' | 'name' | 'email' | 'joined_at' | 'reader' | 'reader_groups'
  > {
  membership_id: string
}

/** The client's own knowledge: whether an account has confirmed its address would tell who had one before. */
const columns = sql`m.id AS membership_id, m.user_id, m.name, m.email, m.joined_at, m.reader, m.reader_groups`

const isManager = (client: Pick<AuthorizedClient, 'id'>) =>
  sql`m.client_id = ${client.id} AND m.role = 'manager' AND m.removed_at IS NULL`

const orders = {
  name: sql`m.name COLLATE "tr-x-icu", m.id`,
  '-name': sql`m.name COLLATE "tr-x-icu" DESC, m.id DESC`,
  joinedAt: sql`m.joined_at, m.id`,
  '-joinedAt': sql`m.joined_at DESC, m.id DESC`,
}

/** The managers of a client. Both indexes of memberships by role have them in one place. */
export async function findColleagues(
  db: Executor,
  client: AuthorizedClient,
  { search = '', reader }: { search?: string | undefined; reader?: boolean | undefined },
  order: keyof typeof orders,
  { limit, offset }: Slice,
): Promise<{ count: number; rows: ColleagueRow[] }> {
  const conditions = [isManager(client)]
  if (reader !== undefined) conditions.push(sql`m.reader = ${reader}`)
  for (const word of foldText(search).split(' '))
    if (word !== '') conditions.push(sql`m.search_text LIKE ${`%${likeText(word)}%`}`)
  const where = sql.join(conditions, sql` AND `)
  const total = await sql<{
    count: number
  }>`SELECT count(*) AS count FROM memberships m WHERE ${where}`.execute(db)
  const { rows } = await sql<ColleagueRow>`
    SELECT ${columns} FROM memberships m WHERE ${where} ORDER BY ${orders[order]} LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  )
  return { count: total.rows[0]?.count ?? 0, rows }
}

/** One manager of a client. */
export async function findColleague(
  db: Executor,
  client: AuthorizedClient,
  membershipId: string,
): Promise<ColleagueRow | undefined> {
  const { rows } = await sql<ColleagueRow>`
    SELECT ${columns} FROM memberships m WHERE ${isManager(client)} AND m.id = ${membershipId}`.execute(db)
  return rows[0]
}

/** True where somebody manages the client now and may change everything. */
export async function isFullManager(
  tx: Executor,
  client: Pick<AuthorizedClient, 'id'>,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM memberships m
    WHERE ${isManager(client)} AND NOT m.reader AND m.user_id = ${userId}`.execute(tx)
  return rows.length > 0
}

/**
 * True where somebody else has full access and has confirmed an address to sign in with. The caller has locked the client's
 * invitations.
 */
export async function hasOtherFullManager(
  tx: Executor,
  client: Pick<AuthorizedClient, 'id'>,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE ${isManager(client)} AND NOT m.reader AND m.user_id <> ${userId} AND u.deactivated_at IS NULL
      AND u.email_verified_at IS NOT NULL LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** Changes the access of managers. Null groups are all people. */
export async function setAccess(
  tx: Executor,
  client: Pick<AuthorizedClient, 'id'>,
  membershipIds: readonly string[],
  { reader, groups }: { reader: boolean; groups: readonly string[] | null },
): Promise<void> {
  await sql`UPDATE memberships m SET reader = ${reader}, reader_groups = ${groups}::text[]
    WHERE ${isManager(client)} AND m.id = ANY (${membershipIds}::uuid[])`.execute(tx)
}

/** True where the client's managers may invite colleagues. */
export async function managersInvite(tx: Executor, client: AuthorizedClient): Promise<boolean> {
  const found = await tx
    .selectFrom('clients')
    .select('managers_invite')
    .where('id', '=', client.id)
    .executeTakeFirstOrThrow()
  return found.managers_invite
}
