import { type RawBuilder, sql } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { folded } from '#server/db/folded.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

export async function insertEntry(
  db: Executor,
  entry: {
    id: string
    action: AuditAction
    reason: string | null
    actorId: string | null
    subjectId: string | null
    clientId: string | null
    address: string
    command: string | null
    details: Record<string, unknown>
  },
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      id: entry.id,
      action: entry.action,
      reason: entry.reason,
      actor_id: entry.actorId,
      subject_id: entry.subjectId,
      client_id: entry.clientId,
      address: entry.address,
      command_id: entry.command,
      details: JSON.stringify(entry.details),
    })
    .execute()
}

/** The newest entry of a command. */
export async function findLastOfCommand(
  db: Executor,
  command: string,
): Promise<{ subjectId: string | null; details: Record<string, unknown> } | undefined> {
  return db
    .selectFrom('audit_entries')
    .select(['subject_id as subjectId', 'details'])
    .where('command_id', '=', command)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface AuditRow {
  id: string
  at: Date
  at_exact: string
  action: AuditAction
  reason: string | null
  actor_id: string | null
  actor_name: string | null
  actor_email: string | null
  subject_id: string | null
  subject_name: string | null
  subject_email: string | null
  client_id: string | null
  client_name: string | null
  address: string
  details: Record<string, unknown>
}

export interface Filter {
  action?: string | undefined
  person?: string | undefined
  actor?: string | undefined
  subject?: string | undefined
  client?: string | undefined
  from?: string | undefined
  to?: string | undefined
  timeZone?: string | undefined
  /** As foldText() gives it. */
  search?: string | undefined
}

/** An entry's place in the order of time, with the microseconds that a Date loses. */
export interface Place {
  readonly at: string
  readonly id: string
}

// More people than this are no answer to a search; it then finds the entries of the first ones.
const mostPeople = 500

/** The people a search means, first: their entries then come from the indexes by person. */
async function findPeople(db: Executor, search: string): Promise<string[]> {
  const words = search.split(' ').map((word) => `%${likeText(word)}%`)
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u
    WHERE ${sql.join(
      words.map((word) => sql`(${folded('u.name')} LIKE ${word} OR u.email LIKE ${word})`),
      sql` AND `,
    )} LIMIT ${mostPeople}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Only what is asked for becomes a condition, so that each filter comes down to its index. */
async function where(db: Executor, filter: Filter, after?: Place) {
  const { action, person, actor, subject, client, from, to, search = '' } = filter
  const timeZone = filter.timeZone ?? 'UTC'
  // Of a command's entries the newest alone: it counts what the ones before it did.
  const conditions = [
    sql`(e.command_id IS NULL OR NOT EXISTS (
      SELECT FROM audit_entries later
      WHERE later.command_id = e.command_id AND (later.at, later.id) > (e.at, e.id)))`,
  ]
  if (action !== undefined) conditions.push(sql`e.action = ${action}`)
  if (person !== undefined) conditions.push(sql`(e.actor_id = ${person} OR e.subject_id = ${person})`)
  if (actor !== undefined) conditions.push(sql`e.actor_id = ${actor}`)
  if (subject !== undefined) conditions.push(sql`e.subject_id = ${subject}`)
  if (client !== undefined) conditions.push(sql`e.client_id = ${client}`)
  if (from !== undefined) conditions.push(sql`e.at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`)
  if (to !== undefined) conditions.push(sql`e.at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`)
  if (search !== '') {
    const people = await findPeople(db, search)
    const meant = [sql`e.actor_id = ANY (${people}::uuid[])`, sql`e.subject_id = ANY (${people}::uuid[])`]
    if (/^[0-9a-f.:]+$/.test(search)) meant.push(sql`e.address LIKE ${`${likeText(search)}%`}`)
    conditions.push(sql`(${sql.join(meant, sql` OR `)})`)
  }
  if (after !== undefined) conditions.push(sql`(e.at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)`)
  return sql`WHERE ${sql.join(conditions, sql` AND `)}`
}

const columns = sql`e.id, e.at, e.at::text AS at_exact, e.action, e.reason,
  e.actor_id, a.name AS actor_name, a.email AS actor_email,
  e.subject_id, s.name AS subject_name, s.email AS subject_email,
  e.client_id, c.name AS client_name, e.address, e.details`

const orders = { at: sql`e.at, e.id`, '-at': sql`e.at DESC, e.id DESC` }

/** A page of entries; the names come to these rows alone. */
export async function findEntries(
  db: Executor,
  filter: Filter,
  order: keyof typeof orders,
  slice: Slice,
): Promise<{ count: number; rows: AuditRow[] }> {
  const wanted = await where(db, filter)
  const total = await sql<{ count: number }>`
    SELECT count(*) AS count FROM audit_entries e ${wanted}`.execute(db)
  const rows = await withNames(
    db,
    sql`SELECT * FROM audit_entries e ${wanted}
      ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`,
    order,
  )
  return { count: total.rows[0]?.count ?? 0, rows }
}

/** The next entries after a place, the newest first; an export walks through all of them so. */
export async function findNextEntries(
  db: Executor,
  filter: Filter,
  after: Place | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const wanted = await where(db, filter, after)
  const page = sql`SELECT * FROM audit_entries e ${wanted} ORDER BY ${orders['-at']} LIMIT ${limit}`
  return withNames(db, page, '-at')
}

async function withNames(
  db: Executor,
  page: RawBuilder<unknown>,
  order: keyof typeof orders,
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    SELECT ${columns} FROM (${page}) e
      LEFT JOIN users a ON a.id = e.actor_id
      LEFT JOIN users s ON s.id = e.subject_id
      LEFT JOIN clients c ON c.id = e.client_id
    ORDER BY ${orders[order]}`.execute(db)
  return rows
}
