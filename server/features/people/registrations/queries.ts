import { type Selectable, type SqlBool, sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Registrations } from '#server/db/client-tables.ts'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import { reservedPlaces } from '#server/db/reserved.ts'
import type { Slice } from '#server/http/pages.ts'

export interface Key {
  clientId: string
  id: string
}

export interface People {
  waiting: number
  accepted: number
  refused: number
}

export type RegistrationRow = Selectable<Registrations> & {
  created_by_name: string
  closed_by_name: string | null
  people: People
  reserved: number
  /** The place of its test day. The day is the due date, and the last day to register at the latest. */
  day_place: string | null
  day_closed: boolean
}

const endsOn = sql`least(r.ends_on, d.day)`
const columns = sql`
  r.client_id, r.id, r.code, r.name, r.inventory_ids, r.group_name, r.locale, coalesce(d.day, r.due_date) AS due_date, r.cap,
  ${endsOn} AS ends_on, r.approval, r.at_gate, r.burst_at, r.test_day_id, d.place AS day_place, d.closed_at IS NOT NULL AS day_closed,
  r.created_at, r.created_by, r.closed_at, r.closed_by, maker.name AS created_by_name, closer.name AS closed_by_name,
  (SELECT json_build_object('waiting', count(*) FILTER (WHERE p.state = 'waiting'),
     'accepted', count(*) FILTER (WHERE p.state = 'accepted'), 'refused', count(*) FILTER (WHERE p.state = 'refused'))
   FROM registrants p WHERE p.client_id = r.client_id AND p.registration_id = r.id) AS people,
  ${reservedPlaces} AS reserved`
const joins = sql`JOIN users maker ON maker.id = r.created_by LEFT JOIN users closer ON closer.id = r.closed_by
  LEFT JOIN test_days d ON d.client_id = r.client_id AND d.id = r.test_day_id`

const orders = {
  createdAt: sql`r.created_at, r.id`,
  '-createdAt': sql`r.created_at DESC, r.id DESC`,
  name: sql`r.name COLLATE "tr-x-icu", r.id`,
  '-name': sql`r.name COLLATE "tr-x-icu" DESC, r.id DESC`,
  endsOn: sql`${endsOn}, r.id`,
  '-endsOn': sql`${endsOn} DESC, r.id DESC`,
}

export async function findRegistrations(
  db: Executor,
  client: AuthorizedClient,
  { search = '', testDay }: { search?: string | undefined; testDay?: string | undefined },
  order: keyof typeof orders,
  slice: Slice,
): Promise<{ count: number; rows: RegistrationRow[] }> {
  const where = sql`r.client_id = ${client.id} AND fold_text(r.name) LIKE ${`%${likeText(foldText(search))}%`}
    AND (${testDay ?? null}::uuid IS NULL OR r.test_day_id = ${testDay ?? null})`
  const total = await sql<{ count: number }>`
    SELECT count(*) AS count FROM registrations r WHERE ${where}`.execute(db)
  const { rows } = await sql<RegistrationRow>`
    SELECT ${columns} FROM registrations r ${joins} WHERE ${where}
    ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

export async function findRegistration(db: Executor, key: Key): Promise<RegistrationRow | undefined> {
  const { rows } = await sql<RegistrationRow>`
    SELECT ${columns} FROM registrations r ${joins} WHERE r.client_id = ${key.clientId} AND r.id = ${key.id}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Locks a registration until the transaction ends, before everything else. All who take or give a place wait here, so the
 * places are counted by one at a time.
 */
export async function lockRegistration(db: Executor, key: Key): Promise<void> {
  await db
    .selectFrom('registrations')
    .select('id')
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .forNoKeyUpdate()
    .execute()
}

/** The registration of a link. Its end is 50 random bits, so no two have the same. */
export async function findByCode(db: Executor, code: string): Promise<Key | undefined> {
  return db
    .selectFrom('registrations')
    .select(['client_id as clientId', 'id'])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** True when a day is over where a client is. */
export async function isOver(db: Executor, clientId: string, day: string): Promise<boolean> {
  const { over } = await db
    .selectFrom('clients')
    .where('id', '=', clientId)
    .select(sql<SqlBool>`(now() AT TIME ZONE time_zone)::date > ${day}::date`.as('over'))
    .executeTakeFirstOrThrow()
  return Boolean(over)
}

/** Finds the contact details of a client. */
export async function findContact(
  db: Executor,
  clientId: string,
): Promise<{ name: string; email: string; phone: string }> {
  return db
    .selectFrom('clients')
    .select(['name', 'email', 'phone'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
}

export interface NewRegistration extends Key {
  code: string
  name: string
  inventoryIds: readonly string[]
  group: string
  locale: 'tr' | 'en'
  dueDate: string | null
  testDayId: string | null
  cap: number
  endsOn: string
  approval: boolean
  atGate: number | null
  by: string
}

export async function insertRegistration(db: Executor, added: NewRegistration): Promise<void> {
  await db
    .insertInto('registrations')
    .values({
      client_id: added.clientId,
      id: added.id,
      code: added.code,
      name: added.name,
      inventory_ids: [...added.inventoryIds],
      group_name: added.group,
      locale: added.locale,
      due_date: added.dueDate,
      test_day_id: added.testDayId,
      cap: added.cap,
      ends_on: added.endsOn,
      approval: added.approval,
      at_gate: added.atGate,
      created_by: added.by,
    })
    .execute()
}

export async function setTerms(
  db: Executor,
  key: Key,
  set: { cap: number; endsOn: string; approval: boolean; atGate: number | null; burstAt: Date | null },
): Promise<void> {
  const { cap, endsOn, approval, atGate, burstAt } = set
  await db
    .updateTable('registrations')
    .set({ cap, ends_on: endsOn, approval, at_gate: atGate, burst_at: burstAt })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** Has a manager decide about each person from now on, because too many came at once. */
export async function markBurst(db: Executor, key: Key): Promise<void> {
  await db
    .updateTable('registrations')
    .set({ approval: true, burst_at: sql<Date>`now()` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

export async function markClosed(db: Executor, key: Key, by: string | null): Promise<void> {
  await db
    .updateTable('registrations')
    .set({ closed_at: sql<Date>`now()`, closed_by: by })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** Open registrations whose last day is over, each by its client's clock, and those of test days that were closed. */
export async function findEnded(db: Executor, limit: number): Promise<Key[]> {
  const { rows } = await sql<Key>`
    SELECT r.client_id AS "clientId", r.id FROM registrations r JOIN clients c ON c.id = r.client_id
    LEFT JOIN test_days d ON d.client_id = r.client_id AND d.id = r.test_day_id
    WHERE r.closed_at IS NULL
      AND (d.closed_at IS NOT NULL OR (now() AT TIME ZONE c.time_zone)::date > ${endsOn})
    ORDER BY r.ends_on LIMIT ${limit}`.execute(db)
  return rows
}
