import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { knownToClient } from '#server/db/known-to-client.ts'
import type { Caller } from '#server/http/caller.ts'

export type Purpose = 'identity' | 'address'

/**
 * The address that a code can be mailed to: the one that the account has confirmed. In an invitation's session it may also be
 * the one that the client invited, as a link that is mailed there confirms it too: who is refused a code would learn what the account has confirmed.
 * @returns it, and the address to name on the screen: an invitation's session gets the one that its client knows
 */
export async function findContact(
  db: Executor,
  { userId, invitationClientId }: Pick<Caller, 'userId' | 'invitationClientId'>,
): Promise<{ email: string; shown: string } | undefined> {
  // Others may have given their own address where it is marked so.
  const { rows } = await sql<{ email: string | null; shown: string | null }>`
    SELECT coalesce(u.email, known.email) AS email,
           CASE WHEN ${invitationClientId}::uuid IS NULL THEN u.email ELSE known.email END AS shown
    FROM (SELECT ${invitationClientId}::uuid AS id) client CROSS JOIN users u
    LEFT JOIN LATERAL (${knownToClient('client.id', 'u.id')}) known ON true
    WHERE u.id = ${userId} AND u.deactivated_at IS NULL AND NOT u.email_handed
      AND (client.id IS NOT NULL OR u.email_verified_at IS NOT NULL)`.execute(db)
  const [{ email = null, shown = null } = {}] = rows
  return email === null ? undefined : { email, shown: shown ?? '' }
}

/** Begins a check in the place of the one that the session has for this. @returns its id */
export async function putCheck(
  tx: Executor,
  check: { tokenHash: Buffer; purpose: Purpose; email: string },
): Promise<string> {
  const id = newId()
  await sql`DELETE FROM identity_codes c USING sessions s
    WHERE s.id = c.session_id AND s.token_hash = ${check.tokenHash} AND c.purpose = ${check.purpose}`.execute(
    tx,
  )
  await sql`
    INSERT INTO identity_codes (id, session_id, purpose, email)
    SELECT ${id}, id, ${check.purpose}, ${check.email} FROM sessions WHERE token_hash = ${check.tokenHash}
    ON CONFLICT (session_id, purpose) DO UPDATE SET id = excluded.id, email = excluded.email, code_hash = NULL,
      code_ends_at = NULL, tries = 0`.execute(tx)
  return id
}

/** Finds the recipient of a code; undefined once it was entered, replaced, or its session is over. */
export async function findCheck(db: Executor, id: string) {
  return db
    .selectFrom('identity_codes as check')
    .innerJoin('sessions as session', 'session.id', 'check.session_id')
    .innerJoin('users as person', 'person.id', 'session.user_id')
    .where('check.id', '=', id)
    .select(['check.email', 'check.purpose', 'person.id as userId', 'person.locale'])
    .executeTakeFirst()
}

/** Sets the code that a check takes from now on: a mail that is sent again carries a new one. */
export async function setCode(db: Executor, id: string, hash: Buffer): Promise<void> {
  await db
    .updateTable('identity_codes')
    .set({ code_hash: hash, code_ends_at: sql<Date>`now() + interval '15 minutes'` })
    .where('id', '=', id)
    .execute()
}

export interface TriedCheck {
  id: string
  email: string
  codeHash: Buffer | null
  tries: number
  over: boolean
}

/** Counts a try before the code is compared, so that a burst is counted too. */
export async function countTry(
  db: Executor,
  check: { tokenHash: Buffer; purpose: Purpose },
): Promise<TriedCheck | undefined> {
  const { rows } = await sql<TriedCheck>`
    UPDATE identity_codes c SET tries = c.tries + 1 FROM sessions s
    WHERE s.id = c.session_id AND s.token_hash = ${check.tokenHash} AND c.purpose = ${check.purpose}
    RETURNING c.id, c.email, c.code_hash AS "codeHash", c.tries,
      coalesce(c.code_ends_at <= now(), false) AS over`.execute(db)
  return rows[0]
}

/** Uses a check up. @returns false when somebody else was faster */
export async function deleteCheck(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('identity_codes').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
