import { sql } from 'kysely'
import type { Scope } from '#contract/access.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { knownToClient } from '#server/db/known-to-client.ts'
import { isOnlyByProvider } from '#server/db/only-by-provider.ts'
import { prepared } from '#server/db/prepared.ts'
import { isWithin, type Manager } from '#server/db/within.ts'
import type { Found } from './reach.ts'

/** Tests of which some version is sensitive as a whole. */
const sensitiveTests = sql`SELECT DISTINCT v.inventory_id FROM inventory_versions v WHERE v.sensitive`

/**
 * A client by its id, with the groups and tests that its reader is limited to; for a person who is no operator only when they
 * manage it.
 */
export async function findClientFor(
  db: Executor,
  clientId: string,
  reader: Manager | 'operator' | 'key' | 'job',
): Promise<Found | undefined> {
  const columns = ['client.id', 'client.name', 'client.status', 'client.time_zone as timeZone'] as const
  const one = db.selectFrom('clients as client').where('client.id', '=', clientId)
  // Nobody works for the client of the installation's own test.
  const clients = reader === 'job' ? one : one.where('client.synthetic', '=', false)
  if (typeof reader === 'string') {
    const hidden = reader === 'key' ? sql<string[]>`ARRAY(${sensitiveTests})` : sql<string[]>`'{}'::uuid[]`
    return clients
      .select([...columns])
      .select([sql<null>`NULL`.as('groups'), hidden.as('hiddenTests')])
      .executeTakeFirst()
  }
  return clients
    .innerJoin('memberships as membership', 'membership.client_id', 'client.id')
    .where('membership.user_id', '=', reader.userId)
    .where(sql<boolean>`${isWithin('client.id', reader)}`)
    .where('membership.role', '=', 'manager')
    .where('membership.removed_at', 'is', null)
    .select([
      ...columns,
      'membership.reader_groups as groups',
      sql<
        string[]
      >`CASE WHEN membership.reader THEN ARRAY(${sensitiveTests} AND NOT EXISTS (SELECT FROM report_recipients named WHERE named.client_id = client.id
          AND named.inventory_id = v.inventory_id AND named.user_id = membership.user_id)) ELSE '{}' END`.as(
        'hiddenTests',
      ),
    ])
    .executeTakeFirst()
}

export interface SessionRow {
  user_id: string
  invitation_client_id: string | null
  test_day_id: string | null
  tablet_id: string | null
  remembered: boolean
  proved: boolean
  proved_contact: boolean
  mailed: boolean
  id: string
  stale: boolean
  name: string
  locale: Locale
  authority: ('admin' | 'superuser')[]
  roles: ('manager' | 'candidate' | 'employee')[]
  ever_member: boolean
  /** The clients whose results this person reads and where they change nothing. */
  reader_at: string[]
  by_provider: boolean
  /** The clients that the session is limited to; null without a limit. */
  within: string[] | null
  /** The platform requires a second step of some roles, and this person has none. */
  lacks_factor: boolean
}

/** The clients that use the provider of session `s`: with the same registration there, and a confirmed domain. */
const sameProvider = sql`
  SELECT same.client_id FROM identity_providers own
  JOIN identity_providers same ON same.issuer = own.issuer AND same.registered_as = own.registered_as
  WHERE own.client_id = s.provider_client_id AND own.id = s.provider_id AND EXISTS (
    SELECT FROM identity_domains d WHERE d.client_id = same.client_id AND d.provider_id = same.id AND d.confirmed_at IS NOT NULL)`

const managed = sql`m.user_id = u.id AND m.role = 'manager' AND m.removed_at IS NULL`
const isClosed = isOnlyByProvider('m.client_id')

/**
 * The clients that session `s` of account `u` is limited to: those that use its provider; without one those that are open to
 * other ways, where somebody manages one that is not. Admins are not limited by these, and nearly nobody is, so the list is
 * made for those who are.
 */
const reach = sql`
  SELECT CASE WHEN s.provider_id IS NOT NULL THEN ARRAY(${sameProvider})
    WHEN s.invitation_client_id IS NULL AND u.authority = '{}'
      AND EXISTS (SELECT FROM memberships m WHERE ${managed} AND ${isClosed})
      THEN ARRAY(SELECT m.client_id FROM memberships m WHERE ${managed} AND NOT ${isClosed}) END AS within
  -- Made once for all who ask for it below.
  OFFSET 0`

// Twelve hours after the last use, and thirty days in all.
const slidOn = sql<Date>`least(now() + interval '12 hours', created_at + interval '30 days')`

/** A live session with what decides its authority, in one query: every call makes it. */
export async function findSession(db: Executor, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    SELECT s.user_id, s.invitation_client_id, s.test_day_id, s.tablet_id, s.remembered,
           coalesce(s.proved_by = 'password' OR s.proved_at > now() - interval '30 minutes', false) AS proved,
           CASE WHEN s.invitation_client_id IS NULL THEN u.email IS NOT NULL AND u.email_verified_at IS NOT NULL
             ELSE coalesce(u.email, known.email) IS NOT NULL AND NOT u.email_handed END AS proved_contact, s.mailed, s.id,
           s.seen_at < now() - interval '10 minutes' AS stale,
           coalesce(known.name, u.name) AS name, coalesce(known.locale, u.locale) AS locale,
           CASE WHEN s.provider_id IS NULL THEN u.authority ELSE '{}' END AS authority,
           s.provider_id IS NOT NULL AS by_provider, reached.within,
           ARRAY(SELECT DISTINCT m.role FROM memberships m WHERE m.user_id = u.id AND CASE
                 WHEN s.provider_id IS NOT NULL
                   THEN m.removed_at IS NULL AND m.role = 'manager' AND m.client_id = ANY (reached.within)
                 WHEN s.invitation_client_id IS NULL
                   THEN m.removed_at IS NULL AND (m.role <> 'manager' OR reached.within IS NULL OR m.client_id = ANY (reached.within))
                 ELSE m.client_id = s.invitation_client_id AND m.erased_at IS NULL AND (m.removed_at IS NULL OR m.role <> 'manager')
                 END) AS roles,
           s.provider_id IS NOT NULL OR EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id) AS ever_member,
           ARRAY(SELECT m.client_id FROM memberships m WHERE m.user_id = u.id AND m.reader AND m.removed_at IS NULL
             AND (reached.within IS NULL OR m.client_id = ANY (reached.within))) AS reader_at,
           NOT s.provider_second_step
             AND EXISTS (SELECT FROM platform_settings p WHERE p.require_second_factor = 'managers') AND NOT EXISTS (
             SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS lacks_factor
    FROM sessions s JOIN users u ON u.id = s.user_id
    LEFT JOIN LATERAL (${knownToClient('s.invitation_client_id', 's.user_id')}) known ON s.invitation_client_id IS NOT NULL
    CROSS JOIN LATERAL (${reach}) reached
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > now() AND u.deactivated_at IS NULL
    ${prepared('session')}`.execute(db)
  return rows[0]
}

export async function extendSession(db: Executor, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      seen_at: sql`now()`,
      expires_at: sql`CASE WHEN remembered OR provider_id IS NOT NULL THEN expires_at ELSE ${slidOn} END`,
    })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export interface KeyRow {
  id: string
  clientId: string
  /** As the rest of the system names it. */
  name: string
  locale: Locale
  scopes: Scope[]
  networks: string[]
  /** Its last use is not on record for this minute. */
  unmarked: boolean
}

/** A live API key, by the hash of its secret. */
export async function findKey(db: Executor, secretHash: Buffer): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    SELECT k.id, k.client_id AS "clientId", u.name, u.locale, k.scopes, k.networks,
           coalesce(k.last_used_at < now() - interval '1 minute', true) AS unmarked
    FROM api_keys k JOIN users u ON u.id = k.id
    WHERE k.secret_hash = ${secretHash} AND k.revoked_at IS NULL AND k.expires_at > now()
    ${prepared('api_key')}`.execute(db)
  return rows[0]
}

/** Writes down that a key was used, once a minute: calls at the same time leave it to the first of them. */
export async function markUsed(
  db: Executor,
  { clientId, id }: Pick<KeyRow, 'clientId' | 'id'>,
): Promise<void> {
  await sql`UPDATE api_keys SET last_used_at = now() WHERE client_id = ${clientId} AND id = ${id}
    AND coalesce(last_used_at < now() - interval '1 minute', true)`.execute(db)
}
