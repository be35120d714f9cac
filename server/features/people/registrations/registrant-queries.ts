import { type Selectable, sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Registrants } from '#server/db/client-tables.ts'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'
import type { Key } from './queries.ts'

export type RegistrantRow = Selectable<Registrants>

export interface ListedRegistrant extends RegistrantRow {
  decided_by_name: string | null
  known_as: string | null
}

/** A member with this phone; of several the one with the same name, else who has belonged to the client longest. */
const memberByPhone = (clientId: unknown, contact: unknown, name: unknown) => sql`
  SELECT m.id AS "membershipId", m.user_id AS "userId", m.role, m.name, m.email,
         u.deactivated_at IS NOT NULL AS deactivated
  FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.client_id = ${clientId} AND m.removed_at IS NULL AND m.phone <> ''
    AND right(regexp_replace(m.phone, '\\D', '', 'g'), 10) = ${contact}
  ORDER BY fold_text(m.name) = fold_text(${name}) DESC, m.joined_at, m.id LIMIT 1`

const orders = {
  createdAt: sql`p.created_at, p.id`,
  '-createdAt': sql`p.created_at DESC, p.id DESC`,
  name: sql`p.name COLLATE "tr-x-icu", p.id`,
  '-name': sql`p.name COLLATE "tr-x-icu" DESC, p.id DESC`,
}

export async function findRegistrants(
  db: Executor,
  client: AuthorizedClient,
  filter: { registrationId: string; state?: RegistrantRow['state'] | undefined; search?: string | undefined },
  order: keyof typeof orders,
  slice: Slice,
): Promise<{ count: number; rows: ListedRegistrant[] }> {
  const conditions = [sql`p.client_id = ${client.id} AND p.registration_id = ${filter.registrationId}`]
  if (filter.state) conditions.push(sql`p.state = ${filter.state}`)
  for (const word of foldText(filter.search ?? '').split(' '))
    conditions.push(sql`fold_text(concat_ws(' ', p.name, p.email, p.phone)) LIKE ${`%${likeText(word)}%`}`)
  const where = sql.join(conditions, sql` AND `)
  const total = await sql<{ count: number }>`
    SELECT count(*) AS count FROM registrants p WHERE ${where}`.execute(db)
  const { rows } = await sql<ListedRegistrant>`
    SELECT p.*, decider.name AS decided_by_name, coalesce(known.name, member.name, applicant.name) AS known_as
    FROM registrants p LEFT JOIN users decider ON decider.id = p.decided_by
    LEFT JOIN LATERAL (${memberByPhone(sql`p.client_id`, sql`p.contact`, sql`p.name`)}) known
      ON p.state = 'waiting' AND p.phone IS NOT NULL
    LEFT JOIN memberships member
      ON member.client_id = p.client_id AND member.id = p.membership_id AND member.removed_at IS NULL
    LEFT JOIN LATERAL (
      SELECT m.name FROM memberships m
      WHERE m.client_id = p.client_id AND m.removed_at IS NULL
        AND (m.email = p.email OR m.user_id = (SELECT id FROM users WHERE email = p.email))
      ORDER BY m.email IS NOT DISTINCT FROM p.email DESC LIMIT 1
    ) applicant ON p.state = 'waiting' AND p.email IS NOT NULL
    WHERE ${where} ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

export interface PhoneMember {
  membershipId: string
  userId: string
  role: 'manager' | 'candidate' | 'employee'
  name: string
  email: string | null
  deactivated: boolean
}

export async function findMemberByPhone(
  db: Executor,
  who: { clientId: string; contact: string; name: string },
): Promise<PhoneMember | undefined> {
  const { rows } = await sql<PhoneMember>`
    ${memberByPhone(sql`${who.clientId}`, sql`${who.contact}`, sql`${who.name}::text`)}`.execute(db)
  return rows[0]
}

/** Keeps a member from being removed until the transaction ends. @returns false for one who is gone */
export async function holdMember(db: Executor, key: Key): Promise<boolean> {
  const found = await db
    .selectFrom('memberships')
    .select('id')
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return found !== undefined
}

/** Somebody who registered for this before. */
export async function findRegistrant(
  db: Executor,
  who: { clientId: string; registrationId: string } & ({ contact: string } | { id: string }),
): Promise<RegistrantRow | undefined> {
  return db
    .selectFrom('registrants')
    .selectAll()
    .where('client_id', '=', who.clientId)
    .where('registration_id', '=', who.registrationId)
    .where('contact' in who ? 'contact' : 'id', '=', 'contact' in who ? who.contact : who.id)
    .executeTakeFirst()
}

export interface NewRegistrant extends Key {
  registrationId: string
  name: string
  email: string | null
  phone: string | null
  contact: string
  locale: 'tr' | 'en'
  notice: number
  /** Null for somebody who waits for a decision. */
  membershipId: string | null
}

export async function insertRegistrant(db: Executor, added: NewRegistrant): Promise<void> {
  await db
    .insertInto('registrants')
    .values({
      client_id: added.clientId,
      id: added.id,
      registration_id: added.registrationId,
      name: added.name,
      email: added.email,
      phone: added.phone,
      contact: added.contact,
      locale: added.locale,
      notice_version: added.notice,
      state: added.membershipId === null ? 'waiting' : 'accepted',
      decided_at: added.membershipId === null ? null : sql<Date>`now()`,
      membership_id: added.membershipId,
    })
    .execute()
}

export async function markDecided(
  db: Executor,
  key: Key,
  decision: { state: 'accepted' | 'refused'; membershipId: string | null; by: string | null },
): Promise<void> {
  await db
    .updateTable('registrants')
    .set({
      state: decision.state,
      membership_id: decision.membershipId,
      decided_at: sql<Date>`now()`,
      decided_by: decision.by,
    })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** Counts that a phone which had registered came again. */
export async function markRepeated(db: Executor, key: Key): Promise<void> {
  await db
    .updateTable('registrants')
    .set({ repeats: sql`repeats + 1`, repeated_at: sql<Date>`now()` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** Phones that registered within the last five minutes, whether or not they were accepted. */
export async function countRecentPhones(
  db: Executor,
  registration: { clientId: string; registrationId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM registrants
    WHERE client_id = ${registration.clientId} AND registration_id = ${registration.registrationId}
      AND phone IS NOT NULL AND created_at > now() - interval '5 minutes'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Forgets who was refused half a year ago, as the notice says. */
export async function deleteRefused(db: Executor): Promise<void> {
  await sql`DELETE FROM registrants WHERE state = 'refused' AND decided_at < now() - interval '6 months'`.execute(
    db,
  )
}

export interface UndecidedKey {
  clientId: string
  registrationId: string
  id: string
}

/** Some applicants without a decision for a day, after those that were found before. */
export async function findUndecided(
  db: Executor,
  { after, limit }: { after: UndecidedKey | undefined; limit: number },
): Promise<UndecidedKey[]> {
  const { rows } = await sql<UndecidedKey>`
    SELECT p.client_id AS "clientId", p.registration_id AS "registrationId", p.id FROM registrants p
    WHERE p.state = 'waiting' AND p.created_at < now() - interval '1 day'
      ${after === undefined ? sql`` : sql`AND (p.client_id, p.registration_id, p.id) > (${after.clientId}::uuid, ${after.registrationId}::uuid, ${after.id}::uuid)`}
    ORDER BY p.client_id, p.registration_id, p.id LIMIT ${limit}`.execute(db)
  return rows
}

export async function deleteRegistrant(db: Executor, key: Key): Promise<void> {
  await db.deleteFrom('registrants').where('client_id', '=', key.clientId).where('id', '=', key.id).execute()
}
