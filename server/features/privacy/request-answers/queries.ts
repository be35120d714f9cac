import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { RequestKind } from '#contract/requests.ts'
import type { Executor } from '#server/db/database.ts'

/** The address for mails about the person's own data: confirmed by their account, else known to the client. */
export const dataAddress = sql<
  string | null
>`CASE WHEN u.email_verified_at IS NOT NULL THEN coalesce(u.email, m.email) ELSE m.email END`

/**
 * The address for an answer, if the client knows that it is the person's: the desk has confirmed it, they asked by a code
 * that was mailed, or opened an invitation of this client that was. What their account says would tell the client who has one.
 * For queries that call the request `r`, its membership `m` and its user `u`.
 */
export const knownAddress = sql<
  string | null
>`CASE WHEN m.email IS NOT NULL AND (r.identity = 'code' AND u.email_verified_at IS NOT NULL OR EXISTS (
    SELECT FROM person_requests known JOIN memberships theirs ON theirs.client_id = known.client_id AND theirs.id = known.membership_id
    WHERE known.client_id = r.client_id AND theirs.user_id = m.user_id AND known.identity_email = m.email)
  OR EXISTS (
    SELECT FROM one_time_links l WHERE l.user_id = m.user_id AND l.purpose = 'invitation' AND l.client_id = r.client_id
      AND l.email IN (m.email, u.email) AND l.opened_at IS NOT NULL)) THEN ${dataAddress} END`

export interface DecidedRow {
  id: string
  kind: RequestKind
  decision: 'accepted' | 'refused'
  locale: Locale
  name: string
  client: string
  /** One that the client knows to be theirs, if they get a mail. */
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
        CASE WHEN ${mails} THEN ${knownAddress} END AS address
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
