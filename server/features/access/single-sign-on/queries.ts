import { type Selectable, sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { IdentityProviders } from '#server/db/client-tables.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { Slice } from '#server/http/pages.ts'
import { newProof } from './domains.ts'
import type { ProviderKey } from './sealing.ts'

export interface DomainRow {
  domain: string
  proof: string
  confirmedAt: string | null
}

export type ProviderRow = Pick<
  Selectable<IdentityProviders>,
  'id' | 'issuer' | 'registered_as' | 'only_way' | 'created_at'
> & { domains: DomainRow[] }

export async function hasProvider(db: Executor, client: AuthorizedClient, id: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM identity_providers WHERE client_id = ${client.id} AND id = ${id}`.execute(db)
  return rows.length > 0
}

/** Locks a client's place for providers until the transaction ends. @returns how many there are */
export async function lockAndCount(tx: Tx, client: AuthorizedClient): Promise<number> {
  await sql`SELECT FROM clients WHERE id = ${client.id} FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM identity_providers WHERE client_id = ${client.id}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertProvider(
  tx: Tx,
  client: AuthorizedClient,
  provider: Pick<
    Selectable<IdentityProviders>,
    'id' | 'issuer' | 'registered_as' | 'secret' | 'only_way' | 'created_by'
  >,
): Promise<void> {
  await tx
    .insertInto('identity_providers')
    .values({ client_id: client.id, ...provider })
    .execute()
}

/** @param id one of them alone */
export async function findProviders(
  db: Executor,
  client: AuthorizedClient,
  { descending, id }: { descending: boolean; id?: string },
  { limit, offset }: Slice,
): Promise<{ count: number; rows: ProviderRow[] }> {
  const where = sql`p.client_id = ${client.id} AND (${id ?? null}::uuid IS NULL OR p.id = ${id ?? null}::uuid)`
  const order = descending ? sql`p.created_at DESC, p.id DESC` : sql`p.created_at, p.id`
  const total = await sql<{
    count: number
  }>`SELECT count(*) AS count FROM identity_providers p WHERE ${where}`.execute(db)
  const { rows } = await sql<ProviderRow>`
    SELECT p.id, p.issuer, p.registered_as, p.only_way, p.created_at, coalesce((
      SELECT jsonb_agg(jsonb_build_object('domain', d.domain, 'proof', d.proof, 'confirmedAt', d.confirmed_at) ORDER BY d.domain)
      FROM identity_domains d WHERE d.client_id = p.client_id AND d.provider_id = p.id), '[]') AS domains
    FROM identity_providers p WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

export interface Locked {
  issuer: string
  registered_as: string
  only_way: boolean
}

/** Locks a provider until the transaction ends. */
export async function lockProvider(tx: Executor, { clientId, id }: ProviderKey): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    SELECT issuer, registered_as, only_way FROM identity_providers
    WHERE client_id = ${clientId} AND id = ${id} FOR NO KEY UPDATE`.execute(tx)
  return rows[0]
}

export async function updateProvider(
  tx: Tx,
  { clientId, id }: ProviderKey,
  set: Partial<Pick<Selectable<IdentityProviders>, 'issuer' | 'registered_as' | 'secret' | 'only_way'>>,
): Promise<void> {
  if (Object.keys(set).length === 0) return
  await tx
    .updateTable('identity_providers')
    .set(set)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** The domains of a client's other providers among these. */
export async function findOwnElsewhere(
  tx: Tx,
  { clientId, id }: ProviderKey,
  domains: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    SELECT domain FROM identity_domains
    WHERE client_id = ${clientId} AND provider_id <> ${id} AND domain = ANY (${[...domains]}::text[])`.execute(
    tx,
  )
  return rows.map(({ domain }) => domain)
}

/** Gives a provider these domains; those it had before stay as they are. */
export async function replaceDomains(
  tx: Tx,
  { clientId, id }: ProviderKey,
  domains: readonly { domain: string; proof: string }[],
): Promise<void> {
  const names = domains.map(({ domain }) => domain)
  await sql`DELETE FROM identity_domains
    WHERE client_id = ${clientId} AND provider_id = ${id} AND domain <> ALL (${names}::text[])`.execute(tx)
  await tx
    .insertInto('identity_domains')
    .values(domains.map((one) => ({ client_id: clientId, provider_id: id, confirmed_by: null, ...one })))
    .onConflict((conflict) => conflict.columns(['client_id', 'domain']).doNothing())
    .execute()
}

/** Ends the trust in a provider: nobody comes by it, or is known by it, any more, and its domains need another record. */
export async function endTrust(tx: Tx, { clientId, id }: ProviderKey): Promise<void> {
  const { rows } = await sql<{ domain: string }>`
    SELECT domain FROM identity_domains WHERE client_id = ${clientId} AND provider_id = ${id}`.execute(tx)
  for (const { domain } of rows)
    await sql`UPDATE identity_domains SET confirmed_at = NULL, confirmed_by = NULL, proof = ${newProof()}
      WHERE client_id = ${clientId} AND domain = ${domain}`.execute(tx)
  await endSignIns(tx, { clientId, id })
}

async function endSignIns(tx: Tx, { clientId, id }: ProviderKey): Promise<void> {
  await sql`DELETE FROM provider_identities WHERE client_id = ${clientId} AND provider_id = ${id}`.execute(tx)
  await sql`DELETE FROM provider_sign_ins WHERE client_id = ${clientId} AND provider_id = ${id}`.execute(tx)
  await sql`DELETE FROM sessions WHERE provider_client_id = ${clientId} AND provider_id = ${id}`.execute(tx)
  await sql`DELETE FROM sign_in_challenges
    WHERE provider_client_id = ${clientId} AND provider_id = ${id}`.execute(tx)
}

export async function removeProvider(tx: Tx, { clientId, id }: ProviderKey): Promise<void> {
  await sql`SELECT FROM identity_providers WHERE client_id = ${clientId} AND id = ${id} FOR UPDATE`.execute(
    tx,
  )
  await endSignIns(tx, { clientId, id })
  await sql`DELETE FROM identity_domains WHERE client_id = ${clientId} AND provider_id = ${id}`.execute(tx)
  await sql`DELETE FROM identity_providers WHERE client_id = ${clientId} AND id = ${id}`.execute(tx)
}

/** The text that the TXT record of a provider's domain has to contain. */
export async function findProof(
  db: Executor,
  { clientId, id }: ProviderKey,
  domain: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ proof: string }>`
    SELECT proof FROM identity_domains
    WHERE client_id = ${clientId} AND provider_id = ${id} AND domain = ${domain}`.execute(db)
  return rows[0]?.proof
}

/**
 * Makes confirmations of one domain wait for each other.
 * @returns whether another provider than this one has it, which is not the same registration at the same issuer
 */
export async function isTaken(tx: Tx, { clientId, id }: ProviderKey, domain: string): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in domain ${domain}`}, 0))`.execute(tx)
  const { rows } = await sql`
    SELECT FROM identity_domains d
    JOIN identity_providers p ON p.client_id = d.client_id AND p.id = d.provider_id
    JOIN identity_providers own ON own.client_id = ${clientId} AND own.id = ${id}
    WHERE d.domain = ${domain} AND d.confirmed_at IS NOT NULL
      AND (p.issuer, p.registered_as) <> (own.issuer, own.registered_as)`.execute(tx)
  return rows.length > 0
}

/** @returns false when the domain's record is another one by now, or the domain is gone */
export async function confirmDomain(
  tx: Tx,
  { clientId, id }: ProviderKey,
  { domain, proof, by }: { domain: string; proof: string; by: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE identity_domains SET confirmed_at = now(), confirmed_by = ${by}
    WHERE client_id = ${clientId} AND provider_id = ${id} AND domain = ${domain} AND proof = ${proof}`.execute(
    tx,
  )
  return numAffectedRows > 0n
}
