import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Key } from './queries.ts'

export interface NewCheck extends Key {
  registrationId: string
  tokenHash: Buffer
  name: string
  email: string
  locale: 'tr' | 'en'
  notice: number
}

export async function insertCheck(db: Executor, added: NewCheck): Promise<void> {
  await db
    .insertInto('registration_checks')
    .values({
      client_id: added.clientId,
      id: added.id,
      registration_id: added.registrationId,
      token_hash: added.tokenHash,
      name: added.name,
      email: added.email,
      locale: added.locale,
      notice_version: added.notice,
    })
    .execute()
}

/**
 * Finds the registration and address that a code is mailed for, without the typed name; undefined once the code was
 * entered or is a day old.
 */
export async function findUnchecked(db: Executor, key: Key) {
  return db
    .selectFrom('registration_checks as checked')
    .innerJoin('registrations as registration', (join) =>
      join
        .onRef('registration.client_id', '=', 'checked.client_id')
        .onRef('registration.id', '=', 'checked.registration_id'),
    )
    .innerJoin('clients as client', 'client.id', 'checked.client_id')
    .where('checked.client_id', '=', key.clientId)
    .where('checked.id', '=', key.id)
    .select([
      'checked.email',
      'checked.registration_id as registrationId',
      'checked.locale',
      'registration.name as registration',
      'registration.code',
      'client.name as client',
      'client.email as clientEmail',
    ])
    .executeTakeFirst()
}

/** Sets the code that opens a check from now on: a mail that is sent again carries a new one. */
export async function setCode(db: Executor, key: Key, hash: Buffer): Promise<void> {
  await db
    .updateTable('registration_checks')
    .set({ code_hash: hash, code_ends_at: sql<Date>`now() + interval '15 minutes'` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

export interface TriedCheck {
  id: string
  name: string
  email: string
  locale: 'tr' | 'en'
  notice: number
  codeHash: Buffer | null
  tries: number
  over: boolean
}

/** Counts a try before the code is compared, so that a burst is counted too. */
export async function countTry(
  db: Executor,
  check: { clientId: string; registrationId: string; tokenHash: Buffer },
): Promise<TriedCheck | undefined> {
  const { rows } = await sql<TriedCheck>`
    UPDATE registration_checks SET tries = tries + 1
    WHERE client_id = ${check.clientId} AND registration_id = ${check.registrationId}
      AND token_hash = ${check.tokenHash}
    RETURNING id, name, email, locale, notice_version AS notice, code_hash AS "codeHash", tries,
      coalesce(code_ends_at <= now(), false) AS over`.execute(db)
  return rows[0]
}

/** Uses a check up. @returns false when somebody else was faster */
export async function deleteCheck(db: Executor, key: Key): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('registration_checks')
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
