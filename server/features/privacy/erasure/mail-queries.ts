import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { mailAddress } from '#server/db/mail-address.ts'

export interface WithdrawnRow {
  userId: string
  name: string
  email: string
  locale: Locale
  /** The version of the test whose consent was withdrawn. */
  versionId: string
  client: { name: string; email: string; phone: string; timeZone: string }
}

/** The person who withdrew the consent for a test; undefined once erased, or without a confirmed address. */
export async function findWithdrawn(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<WithdrawnRow | undefined> {
  const { rows } = await sql<WithdrawnRow>`
    SELECT m.user_id AS "userId", m.name, ${mailAddress('u', 'm')} AS email, u.locale, a.version_id AS "versionId",
      jsonb_build_object('name', c.name, 'email', c.email, 'phone', c.phone, 'timeZone', c.time_zone) AS client
    FROM assignments a
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    JOIN users u ON u.id = m.user_id
    JOIN clients c ON c.id = a.client_id
    WHERE a.client_id = ${key.clientId} AND a.id = ${key.assignmentId} AND m.erased_at IS NULL
      AND m.email IS NOT NULL AND u.email_verified_at IS NOT NULL`.execute(db)
  return rows[0]
}
