import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isOnlyByProvider } from '#server/db/only-by-provider.ts'
import type { ProviderKey } from './sealing.ts'

/** A provider that somebody may come by. */
export interface TrustedProvider {
  clientId: string
  id: string
  issuer: string
  registeredAs: string
  secret: Buffer
}

const columns = sql`p.client_id AS "clientId", p.id, p.issuer, p.registered_as AS "registeredAs", p.secret`

const hasConfirmed = sql`EXISTS (SELECT FROM identity_domains d
  WHERE d.client_id = p.client_id AND d.provider_id = p.id AND d.confirmed_at IS NOT NULL)`

/** The provider of a confirmed domain; of several clients with the same one the client that came first. */
export async function findProviderOf(db: Executor, domain: string): Promise<TrustedProvider | undefined> {
  const { rows } = await sql<TrustedProvider>`
    SELECT ${columns} FROM identity_domains d
    JOIN identity_providers p ON p.client_id = d.client_id AND p.id = d.provider_id
    WHERE d.domain = ${domain} AND d.confirmed_at IS NOT NULL ORDER BY d.confirmed_at, p.client_id LIMIT 1`.execute(
    db,
  )
  return rows[0]
}

/** A provider, while a domain of it is confirmed. */
export async function findTrusted(
  db: Executor,
  { clientId, id }: ProviderKey,
): Promise<TrustedProvider | undefined> {
  const { rows } = await sql<TrustedProvider>`
    SELECT ${columns} FROM identity_providers p
    WHERE p.client_id = ${clientId} AND p.id = ${id} AND ${hasConfirmed}`.execute(db)
  return rows[0]
}

export async function insertSignIn(
  db: Executor,
  { clientId, id }: ProviderKey,
  { stateHash, browserHash, minutes }: { stateHash: Buffer; browserHash: Buffer; minutes: number },
): Promise<void> {
  await sql`INSERT INTO provider_sign_ins (client_id, state_hash, provider_id, browser_hash, expires_at)
    VALUES (${clientId}, ${stateHash}, ${id}, ${browserHash}, now() + make_interval(mins => ${minutes}::int))`.execute(
    db,
  )
}

/** Uses a sign-in up, by the browser that began it; of several who come at once one gets it. */
export async function takeSignIn(
  db: Executor,
  { stateHash, browserHash }: { stateHash: Buffer; browserHash: Buffer },
): Promise<ProviderKey | undefined> {
  const { rows } = await sql<ProviderKey>`
    UPDATE provider_sign_ins SET used_at = now()
    WHERE state_hash = ${stateHash} AND browser_hash = ${browserHash} AND used_at IS NULL AND expires_at > now()
    RETURNING client_id AS "clientId", provider_id AS id`.execute(db)
  return rows[0]
}

/** The reason why a sign-in could not be taken; undefined for one that this browser did not begin. */
export async function findSignIn(
  db: Executor,
  { stateHash, browserHash }: { stateHash: Buffer; browserHash: Buffer },
): Promise<'used' | 'expired' | undefined> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT used_at IS NOT NULL AS used FROM provider_sign_ins
    WHERE state_hash = ${stateHash} AND browser_hash = ${browserHash}`.execute(db)
  const [row] = rows
  return row && (row.used ? 'used' : 'expired')
}

export interface FoundPerson extends ProviderKey {
  userId: string
  /** The name by which the provider is known to call this account; null when it has not come by the provider yet. */
  subject: string | null
}

/** Providers of clients that use the same one: one registration at one issuer, with a confirmed domain. */
const same = ({ issuer, registeredAs }: TrustedProvider) =>
  sql`p.issuer = ${issuer} AND p.registered_as = ${registeredAs} AND ${hasConfirmed}`

/** Live managers and readers of the provider's client. An identity that was linked in an earlier membership does not count. */
const managing = sql`JOIN memberships m ON m.client_id = p.client_id AND m.role = 'manager' AND m.removed_at IS NULL
  JOIN users u ON u.id = m.user_id AND u.deactivated_at IS NULL AND NOT u.api_key`

/** The account that a provider's person came as before. */
export async function findBySubject(
  tx: Executor,
  provider: TrustedProvider,
  subject: string,
): Promise<FoundPerson | undefined> {
  const { rows } = await sql<FoundPerson>`
    SELECT p.client_id AS "clientId", p.id, u.id AS "userId", i.subject FROM identity_providers p ${managing}
    JOIN provider_identities i ON i.client_id = p.client_id AND i.provider_id = p.id AND i.user_id = u.id
      AND i.linked_at >= m.joined_at
    WHERE ${same(provider)} AND i.subject = ${subject} ORDER BY i.linked_at LIMIT 1`.execute(tx)
  return rows[0]
}

/** The account with a verified address, of a client for which the address's domain is confirmed. */
export async function findByAddress(
  tx: Executor,
  provider: TrustedProvider,
  { email, domain }: { email: string; domain: string },
): Promise<FoundPerson | undefined> {
  const { rows } = await sql<FoundPerson>`
    SELECT p.client_id AS "clientId", p.id, u.id AS "userId", i.subject FROM identity_providers p ${managing}
    JOIN identity_domains own ON own.client_id = p.client_id AND own.provider_id = p.id
      AND own.domain = ${domain} AND own.confirmed_at IS NOT NULL
    LEFT JOIN provider_identities i ON i.client_id = p.client_id AND i.provider_id = p.id AND i.user_id = u.id
      AND i.linked_at >= m.joined_at
    WHERE ${same(provider)} AND u.email = ${email} ORDER BY i.linked_at NULLS LAST, m.joined_at LIMIT 1`.execute(
    tx,
  )
  return rows[0]
}

/** Remembers which account a provider means. A link from an earlier membership gives way. */
export async function link(
  tx: Executor,
  { clientId, id, userId }: Omit<FoundPerson, 'subject'>,
  subject: string,
): Promise<void> {
  await sql`DELETE FROM provider_identities WHERE client_id = ${clientId} AND provider_id = ${id}
    AND (subject = ${subject} OR user_id = ${userId})`.execute(tx)
  await sql`INSERT INTO provider_identities (client_id, provider_id, subject, user_id)
    VALUES (${clientId}, ${id}, ${subject}, ${userId})`.execute(tx)
}

export async function noteUse(tx: Executor, { clientId, id, userId }: FoundPerson): Promise<void> {
  await sql`UPDATE provider_identities SET used_at = now()
    WHERE client_id = ${clientId} AND provider_id = ${id} AND user_id = ${userId}`.execute(tx)
}

/** Deletes identities that were linked in a membership which is over. */
export async function deleteStaleIdentities(db: Executor): Promise<void> {
  await sql`DELETE FROM provider_identities i WHERE NOT EXISTS (SELECT FROM memberships m
    WHERE m.client_id = i.client_id AND m.user_id = i.user_id AND m.role = 'manager' AND m.removed_at IS NULL
      AND m.joined_at <= i.linked_at)`.execute(db)
}

/** True for somebody whose second step is not only a matter of the clients that use a provider: operators, and who manages or takes tests elsewhere. */
export async function worksElsewhere(
  tx: Executor,
  userId: string,
  provider: TrustedProvider,
): Promise<boolean> {
  const { rows } = await sql<{ elsewhere: boolean }>`
    SELECT u.authority <> '{}' OR EXISTS (SELECT FROM memberships m
      WHERE m.user_id = u.id AND m.removed_at IS NULL AND m.client_id NOT IN (
        SELECT p.client_id FROM identity_providers p WHERE ${same(provider)})) AS elsewhere
    FROM users u WHERE u.id = ${userId}`.execute(tx)
  return rows[0]?.elsewhere !== false
}

/** True for a manager who has nothing left in another way: neither a client nor an operator's role nor tests of their own. */
export async function isBound(db: Executor, userId: string): Promise<boolean> {
  const closed = sql`m.role = 'manager' AND ${isOnlyByProvider('m.client_id')}`
  const { rows } = await sql<{ bound: boolean }>`
    SELECT u.authority = '{}' AND bool_and(${closed}) AS bound
    FROM users u JOIN memberships m ON m.user_id = u.id AND m.removed_at IS NULL
    WHERE u.id = ${userId} GROUP BY u.id`.execute(db)
  return rows[0]?.bound === true
}
