import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import type { Clients } from '#server/db/client-tables.ts'
import type { Executor } from '#server/db/database.ts'
import { folded } from '#server/db/folded.ts'
import { likeText } from '#server/db/like.ts'
import { isWithin, type Manager } from '#server/db/within.ts'
import { peopleOfClients } from '#server/features/delivery/tallies/tallies.ts'
import type { Slice } from '#server/http/pages.ts'

type Status = Clients['status']

/** A client with its unused quota, its people and its first manager. */
export interface ClientRow extends Selectable<Clients> {
  quota: number
  people: { managers: number; candidates: number; employees: number }
  manager_name: string
  manager_email: string
  manager_email_verified: boolean
  manager_phone: string
  /** True where the person in the filter reads the client's results and changes nothing; and the groups that they are limited to. */
  reader: boolean
  groups: string[] | null
}

interface Filter {
  clientId?: string
  /** The manager of the clients; null for all clients. */
  manager: Manager | null
  /** The person whose own access the rows say; null for an operator. */
  readerId: string | null
  search?: string | undefined
  status?: Status | undefined
}

const where = ({ clientId, manager, search, status }: Filter) => sql`
  WHERE NOT c.synthetic AND (${clientId ?? null}::uuid IS NULL OR c.id = ${clientId ?? null}::uuid)
    ${
      manager === null
        ? sql``
        : sql`AND ${isWithin('c.id', manager)} AND EXISTS (SELECT FROM memberships m
            WHERE m.client_id = c.id AND m.user_id = ${manager.userId} AND m.role = 'manager' AND m.removed_at IS NULL)`
    }
    AND (${search ?? ''} = '' OR ${folded('c.name')} LIKE ${`%${likeText(foldText(search ?? ''))}%`})
    ${status === undefined ? sql`` : sql`AND c.status = ${status}`}`

const orders = {
  name: sql`c.name COLLATE "tr-x-icu", c.id`,
  '-name': sql`c.name COLLATE "tr-x-icu" DESC, c.id DESC`,
  createdAt: sql`c.created_at, c.id`,
  '-createdAt': sql`c.created_at DESC, c.id DESC`,
}

export async function findClients(
  db: Executor,
  filter: Filter,
  order: keyof typeof orders,
  slice: Slice,
): Promise<{ count: number; rows: ClientRow[] }> {
  const total = await sql<{
    count: number
  }>`SELECT count(*) AS count FROM clients c ${where(filter)}`.execute(db)
  const { rows } = await sql<Omit<ClientRow, 'people'>>`
    SELECT c.*, coalesce((SELECT sum(q.available) FROM quotas q WHERE q.client_id = c.id), 0)::float8 AS quota,
           coalesce(first.name, '') AS manager_name, coalesce(first.email, '') AS manager_email,
           coalesce(first.email_verified, false) AS manager_email_verified, coalesce(first.phone, '') AS manager_phone,
           coalesce(mine.reader, false) AS reader, mine.reader_groups AS groups
    FROM clients c
    LEFT JOIN LATERAL (
      SELECT m.name, u.email, u.email_verified_at IS NOT NULL AS email_verified, m.phone FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.client_id = c.id AND m.role = 'manager' AND m.removed_at IS NULL
      ORDER BY m.reader, m.joined_at, m.id LIMIT 1
    ) first ON true
    LEFT JOIN memberships mine ON mine.client_id = c.id AND mine.user_id = ${filter.readerId}::uuid AND mine.removed_at IS NULL
    ${where(filter)}
    ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  // A client may have a hundred thousand people, and a page a hundred clients: their numbers are known.
  const people = await peopleOfClients(
    db,
    rows.map((row) => row.id),
  )
  const nobody = { managers: 0, candidates: 0, employees: 0 }
  for (const { id, groups } of rows)
    if (groups !== null) people.set(id, { ...nobody, ...(await countInGroups(db, id, groups)) })
  return {
    count: total.rows[0]?.count ?? 0,
    rows: rows.map((row) => ({ ...row, people: people.get(row.id) ?? nobody })),
  }
}

/** Counts a client's people in some groups. */
async function countInGroups(
  db: Executor,
  clientId: string,
  groups: readonly string[],
): Promise<{ candidates: number; employees: number } | undefined> {
  const { rows } = await sql<{ candidates: number; employees: number }>`
    SELECT count(*) FILTER (WHERE role = 'candidate') AS candidates, count(*) FILTER (WHERE role = 'employee') AS employees
    FROM memberships WHERE client_id = ${clientId} AND removed_at IS NULL AND group_name = ANY (${groups}::text[])`.execute(
    db,
  )
  return rows[0]
}

export async function insertClient(db: Executor, client: Insertable<Clients>): Promise<void> {
  await db.insertInto('clients').values(client).execute()
}

/** Inserts a pending client. @returns false when this person has another pending one, also when both come at once */
export async function insertApplication(
  db: Executor,
  client: Insertable<Clients> & { status: 'pending' },
): Promise<boolean> {
  const added = await db
    .insertInto('clients')
    .values(client)
    // Written out: PostgreSQL finds no partial index by a parameter.
    .onConflict((conflict) =>
      conflict.column('applied_by').where('status', '=', sql.lit('pending')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** A client as it is, locked until the transaction ends: two changes at once are recorded one after the other. */
export async function lockClient(db: Executor, clientId: string): Promise<Selectable<Clients>> {
  return db.selectFrom('clients').selectAll().where('id', '=', clientId).forUpdate().executeTakeFirstOrThrow()
}

export async function changeClient(
  db: Executor,
  clientId: string,
  change: Updateable<Clients>,
): Promise<void> {
  await db.updateTable('clients').set(change).where('id', '=', clientId).execute()
}

/** The people who manage a client now. */
export async function findManagerIds(db: Executor, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('client_id', '=', clientId)
    .where('role', '=', 'manager')
    .where('reader', '=', false)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map((row) => row.user_id)
}

/** The live admins and superusers who can be written to. */
export async function findOperatorIds(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('authority', '<>', sql<('admin' | 'superuser')[]>`'{}'`)
    .where('deactivated_at', 'is', null)
    .where('email', 'is not', null)
    .execute()
  return rows.map((row) => row.id)
}

/** A pending client, who applied for it, and one operator to notify. */
export async function findApplicationToNotify(
  db: Executor,
  clientId: string,
  operatorId: string,
): Promise<
  | {
      client: string
      email: string
      phone: string
      applicant: string
      address: string | null
      operator: { name: string; email: string | null; locale: Locale }
    }
  | undefined
> {
  const found = await db
    .selectFrom('clients as client')
    .innerJoin('users as applicant', 'applicant.id', 'client.applied_by')
    .innerJoin('users as operator', (join) => join.on('operator.id', '=', operatorId))
    .select(['client.name as client', 'client.email', 'client.phone'])
    .select(['applicant.name as applicant', 'applicant.email as address'])
    .select(['operator.name as operator', 'operator.email as to', 'operator.locale'])
    .where('client.id', '=', clientId)
    .where('client.status', '=', 'pending')
    .where('operator.authority', '<>', sql<('admin' | 'superuser')[]>`'{}'`)
    .where('operator.deactivated_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { operator, to, locale, ...application } = found
  return { ...application, operator: { name: operator, email: to, locale } }
}

/** A live manager of a client, with what a mail to them says. */
export async function findManagerToNotify(
  db: Executor,
  clientId: string,
  userId: string,
): Promise<
  | { name: string; email: string | null; verified: boolean; locale: Locale; client: string; status: Status }
  | undefined
> {
  return db
    .selectFrom('memberships as membership')
    .innerJoin('users as user', 'user.id', 'membership.user_id')
    .innerJoin('clients as client', 'client.id', 'membership.client_id')
    .select([
      'user.name',
      'user.email',
      sql<boolean>`"user".email_verified_at IS NOT NULL`.as('verified'),
      'user.locale',
      'client.name as client',
      'client.status',
    ])
    .where('membership.client_id', '=', clientId)
    .where('membership.user_id', '=', userId)
    .where('membership.role', '=', 'manager')
    .where('membership.removed_at', 'is', null)
    .where('user.deactivated_at', 'is', null)
    .executeTakeFirst()
}
