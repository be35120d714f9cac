import { type RawBuilder, sql } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import { foldText } from '#contract/fold.ts'
import type { Executor } from '#server/db/database.ts'
import { folded } from '#server/db/folded.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

export interface AuditRow {
  id: string
  at: Date
  at_exact: string
  action: AuditAction
  reason: string | null
  actor_id: string | null
  actor_name: string | null
  actor_email: string | null
  /** The name of the API key that did it. */
  actor_key: string | null
  subject_id: string | null
  subject_name: string | null
  subject_email: string | null
  subject_key: string | null
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
  /** Words folded by foldText(). */
  search?: string | undefined
}

export const filterOf = (query: Filter): Filter => ({ ...query, search: foldText(query.search ?? '') })

/** An entry's place in the order of time, with the microseconds that a Date loses. */
export interface Place {
  readonly at: string
  readonly id: string
}

// More people than this are no answer to a search; it then finds the entries of the first ones.
const maxPeople = 500

/** The people a search means, first: their entries then come from the indexes by person. */
async function findPeople(db: Executor, search: string): Promise<string[]> {
  const words = search.split(' ').map((word) => `%${likeText(word)}%`)
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u
    WHERE ${sql.join(
      words.map((word) => sql`(${folded('u.name')} LIKE ${word} OR u.email LIKE ${word})`),
      sql` AND `,
    )} LIMIT ${maxPeople}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The days between which a command takes its steps: as long as its key is kept, and another for the sweep. */
const longestCommand = sql`interval '8 days'`

/**
 * An entry between two days; of a command its newest, where any step of it fell between them. The newest is not older than
 * its steps and not much younger, so that both days still bound the index.
 */
function between({ from, to, timeZone = 'UTC' }: Filter): RawBuilder<unknown>[] {
  const since = (at: string) => sql`${sql.ref(at)} >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`
  const end = sql`(${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`
  const bound = from === undefined ? [] : [since('e.at')]
  if (to === undefined) return bound
  const step = sql`EXISTS (
    SELECT FROM audit_entries step WHERE step.command_id = e.command_id AND step.at < ${end}
      ${from === undefined ? sql`` : sql`AND ${since('step.at')}`})`
  return [
    ...bound,
    sql`e.at < ${end} + ${longestCommand}`,
    sql`(e.at < ${end} OR (e.command_id IS NOT NULL AND ${step}))`,
  ]
}

/** Not of the client and the candidates of the installation's own test. */
const ofOthers = sql`(e.client_id IS NULL OR e.client_id NOT IN (SELECT id FROM clients WHERE synthetic))
  AND (e.actor_id IS NULL OR e.actor_id NOT IN (SELECT id FROM users WHERE synthetic))
  AND (e.subject_id IS NULL OR e.subject_id NOT IN (SELECT id FROM users WHERE synthetic))`

/** Makes conditions only of what is asked for, so that each filter comes down to its index. */
async function where(db: Executor, filter: Filter, after?: Place) {
  const { action, person, actor, subject, client, search = '' } = filter
  // The newest entry of a command is for all of them: it counts what the ones before it did.
  const conditions = [
    sql`(e.command_id IS NULL OR NOT EXISTS (
      SELECT FROM audit_entries later
      WHERE later.command_id = e.command_id AND (later.at, later.id) > (e.at, e.id)))`,
    // Its own test fills lines each hour, of nobody. They are stored and sealed as all others.
    ofOthers,
  ]
  if (action !== undefined) conditions.push(sql`e.action = ${action}`)
  if (person !== undefined) conditions.push(sql`(e.actor_id = ${person} OR e.subject_id = ${person})`)
  if (actor !== undefined) conditions.push(sql`e.actor_id = ${actor}`)
  if (subject !== undefined) conditions.push(sql`e.subject_id = ${subject}`)
  if (client !== undefined) conditions.push(sql`e.client_id = ${client}`)
  for (const condition of between(filter)) conditions.push(condition)
  if (search !== '') {
    const people = await findPeople(db, search)
    const meant = [sql`e.actor_id = ANY (${people}::uuid[])`, sql`e.subject_id = ANY (${people}::uuid[])`]
    if (/^[0-9a-f.:]+$/.test(search)) meant.push(sql`e.address LIKE ${`${likeText(search)}%`}`)
    conditions.push(sql`(${sql.join(meant, sql` OR `)})`)
  }
  if (after !== undefined) conditions.push(sql`(e.at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)`)
  return sql`WHERE ${sql.join(conditions, sql` AND `)}`
}

/** The share of an entry about one; its recipient is looked up, because entries can't be changed. */
const shareOf = sql`CASE WHEN e.action LIKE 'share\\_%' THEN (e.details ->> 'share')::uuid END`

const columns = sql`e.id, e.at, e.at::text AS at_exact, e.action, e.reason,
  e.actor_id, a.name AS actor_name, a.email AS actor_email, ak.name AS actor_key,
  e.subject_id, s.name AS subject_name, s.email AS subject_email, sk.name AS subject_key,
  e.client_id, c.name AS client_name, e.address,
  e.details || CASE WHEN sh.id IS NULL THEN '{}' ELSE jsonb_build_object('recipient', sh.recipient) END AS details`

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
      LEFT JOIN api_keys ak ON a.api_key AND ak.id = a.id
      LEFT JOIN api_keys sk ON s.api_key AND sk.id = s.id
      LEFT JOIN clients c ON c.id = e.client_id
      LEFT JOIN shares sh ON sh.client_id = e.client_id AND sh.id = ${shareOf}
    ORDER BY ${orders[order]}`.execute(db)
  return rows
}

interface EntryKey {
  readonly clientId: string
  readonly entryId: string
}

export interface AuditedRow {
  at: Date
  id: string
  inventory_id: string
  user_id: string
  name: string
}

export async function entryExists(db: Executor, { clientId, entryId }: EntryKey): Promise<boolean> {
  const found = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '=', entryId)
    .executeTakeFirst()
  return found !== undefined
}

/** Finds the assignments that an entry and all steps of its command changed: step by step, each in its own order. */
export async function findAudited(
  db: Executor,
  { clientId, entryId }: EntryKey,
  { search = '', order }: { search?: string | undefined; order: keyof typeof orders },
  slice: Slice,
): Promise<{ count: number; rows: AuditedRow[] }> {
  const words = search.split(' ').filter((word) => word !== '')
  const wanted = words.map((word) => sql`AND m.search_text LIKE ${`%${likeText(word)}%`}`)
  const named = sql`
    FROM (
      SELECT e.* FROM audit_entries e
      WHERE e.client_id = ${clientId} AND (e.id = ${entryId} OR e.command_id = (
        SELECT command_id FROM audit_entries WHERE id = ${entryId}))
    ) e
      CROSS JOIN LATERAL jsonb_array_elements_text(e.details -> 'assignments') WITH ORDINALITY AS one (id, nth)
      JOIN assignments a ON a.client_id = ${clientId} AND a.id = one.id::uuid
      JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    WHERE jsonb_typeof(e.details -> 'assignments') = 'array' ${sql.join(wanted, sql` `)}`
  const total = await sql<{ count: number }>`SELECT count(*) AS count ${named}`.execute(db)
  const { rows } = await sql<AuditedRow>`
    SELECT e.at, a.id, a.inventory_id, a.user_id, m.name ${named}
    ORDER BY ${orders[order]}, one.nth LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}
