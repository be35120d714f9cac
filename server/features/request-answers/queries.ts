import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { RequestKind } from '#contract/requests.ts'
import type { Executor } from '#server/db/database.ts'

export interface DecidedRow {
  id: string
  kind: RequestKind
  decision: 'accepted' | 'refused'
  locale: Locale
  name: string
  client: string
  /** One that is known to be theirs, if they get a mail. */
  address: string | null
}

/**
 * Decides the open requests of somebody who is being erased: erasure, withdrawal and objection get what they asked for, and of the others
 * nothing is left to show or correct.
 */
export async function decideOpen(
  tx: Executor,
  key: { clientId: string; membershipIds: readonly string[] },
  { by, mails }: { by: string | null; mails: boolean },
): Promise<DecidedRow[]> {
  const { rows } = await sql<DecidedRow>`
    WITH open AS (
      SELECT r.client_id, r.id, m.name, c.name AS client,
        CASE WHEN ${mails} AND (u.email_verified_at IS NOT NULL OR r.identity_email = u.email) THEN u.email END AS address
      FROM person_requests r
      JOIN memberships m ON m.client_id = r.client_id AND m.id = r.membership_id
      JOIN users u ON u.id = m.user_id
      JOIN clients c ON c.id = r.client_id
      WHERE r.client_id = ${key.clientId} AND r.membership_id = ANY (${key.membershipIds}::uuid[]) AND r.decision IS NULL
    )
    UPDATE person_requests r SET decided_at = now(), decided_by = ${by},
      decision = CASE WHEN r.kind IN ('withdrawal', 'erasure', 'objection') THEN 'accepted' ELSE 'refused' END,
      answered_by = CASE WHEN open.address IS NOT NULL THEN 'mail' END
    FROM open WHERE r.client_id = open.client_id AND r.id = open.id AND r.decision IS NULL
    RETURNING r.id, r.kind, r.decision, r.locale, open.name, open.client, open.address`.execute(tx)
  return rows
}
