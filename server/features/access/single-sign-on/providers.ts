import type {
  changeIdentityProvider,
  createIdentityProvider,
  IdentityProvider,
  listIdentityProviders,
} from '#contract/identity-providers.ts'
import { maxIdentityProviders } from '#contract/identity-providers.ts'
import type { BodyOf, QueryOf } from '#contract/kit.ts'
import { addresses } from '#contract/pages.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { repeated } from '#server/db/repeated.ts'
import type { AppConfig } from '#server/deps.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { By } from '#server/http/subject.ts'
import { readUrl } from '#server/outward/address.ts'
import type { AuthorizedProvider } from './access.ts'
import { newProof, publicDomainIn, recordOf } from './domains.ts'
import type { ProviderCalls } from './provider-calls.ts'
import {
  endTrust,
  findOwnElsewhere,
  findProviders,
  insertProvider,
  type Locked,
  lockAndCount,
  lockProvider,
  type ProviderRow,
  removeProvider,
  replaceDomains,
  updateProvider,
} from './queries.ts'
import { type ProviderKey, sealSecret } from './sealing.ts'

export type Config = Pick<AppConfig, 'slipKey' | 'privateWebhooks' | 'publicUrl'>

interface Services {
  readonly config: Config
  readonly providerCalls: Pick<ProviderCalls, 'checkIssuer'>
}

/** The address to which providers send people back. */
export const callbackUrlOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${publicUrl}${addresses.singleSignOn}`

const toProvider = (row: ProviderRow, config: Config): IdentityProvider => ({
  id: row.id,
  issuer: row.issuer,
  clientId: row.registered_as,
  only: row.only_way,
  domains: row.domains.map(({ domain, proof, confirmedAt }) => ({
    domain,
    record: recordOf({ domain, proof }),
    confirmedAt: confirmedAt === null ? null : new Date(confirmedAt).toISOString(),
  })),
  callbackUrl: callbackUrlOf(config),
  createdAt: row.created_at.toISOString(),
})

export async function list(
  db: Executor,
  client: AuthorizedClient,
  query: QueryOf<typeof listIdentityProviders>,
  config: Config,
) {
  const descending = query.ordering !== 'createdAt'
  const { count, rows } = await findProviders(db, client, { descending }, sliceOf(query))
  return {
    count,
    rows: rows.map((row) => toProvider(row, config)),
    more: { callbackUrl: callbackUrlOf(config) },
  }
}

/** The provider as the API shows it. */
export async function shown(
  db: Executor,
  client: AuthorizedClient,
  id: string,
  config: Config,
): Promise<IdentityProvider> {
  const { rows } = await findProviders(db, client, { descending: true, id }, { limit: 1, offset: 0 })
  const [row] = rows
  if (row === undefined) throw new Failure('not_found')
  return toProvider(row, config)
}

/**
 * Reads the address that a provider calls itself. It is compared letter by letter, so that only the slash is left out which a
 * browser adds to a bare host.
 * @throws FieldFailure
 */
function issuerOf(text: string, config: Config): string {
  const url = readUrl(text, config.privateWebhooks)
  if (!(url instanceof URL)) throw new FieldFailure({ issuer: url })
  if (url.search !== '' || url.pathname.includes('/.well-known/'))
    throw new FieldFailure({ issuer: { key: 'issuer' } })
  return url.pathname === '/' ? url.origin : url.href
}

/** @throws Failure sign_in_domain_taken where another provider of the client has one */
async function giveDomains(tx: Tx, key: ProviderKey, domains: readonly string[]): Promise<void> {
  const [taken] = await findOwnElsewhere(tx, key, domains)
  if (taken !== undefined) throw new Failure('sign_in_domain_taken', { variables: { domain: taken } })
  const named = [...new Set(domains)]
  await replaceDomains(
    tx,
    key,
    named.map((domain) => ({ domain, proof: newProof() })),
  )
}

/** @throws FieldFailure for a domain of a public mail service */
function refusePublic(domains: readonly string[] = []): void {
  const domain = publicDomainIn(domains)
  if (domain !== undefined)
    throw new FieldFailure({ domains: { key: 'public_domain', variables: { domain } } })
}

/** Adds a provider whose issuer is asked first. Nobody comes by it before an admin has confirmed a domain of it. @throws Failure */
export async function create(
  db: Database,
  client: AuthorizedClient,
  body: BodyOf<typeof createIdentityProvider>,
  by: By,
  { config, providerCalls }: Services,
): Promise<IdentityProvider> {
  const issuer = issuerOf(body.issuer, config)
  refusePublic(body.domains)
  await providerCalls.checkIssuer(issuer)
  return repeated(() => db.transaction().execute((tx) => insert(tx, client, { ...body, issuer }, by, config)))
}

async function insert(
  tx: Tx,
  client: AuthorizedClient,
  {
    issuer,
    clientId: registeredAs,
    clientSecret,
    domains,
    only = false,
  }: BodyOf<typeof createIdentityProvider>,
  { userId, address: from }: By,
  config: Config,
): Promise<IdentityProvider> {
  if ((await lockAndCount(tx, client)) >= maxIdentityProviders)
    throw new Failure('too_many_identity_providers', { variables: { count: maxIdentityProviders } })
  const id = newId()
  const key = { clientId: client.id, id }
  await insertProvider(tx, client, {
    id,
    issuer,
    registered_as: registeredAs,
    secret: sealSecret(config.slipKey, key, clientSecret),
    only_way: only,
    created_by: userId,
  })
  await giveDomains(tx, key, domains)
  await recordAudit(tx, {
    action: 'identity_provider_created',
    by: { userId, address: from },
    clientId: client.id,
    details: { provider: id, host: new URL(issuer).host, domains: [...new Set(domains)], only },
  })
  return shown(tx, client, id, config)
}

async function lock(tx: Tx, { client, id }: AuthorizedProvider): Promise<Locked> {
  const locked = await lockProvider(tx, { clientId: client.id, id })
  if (locked === undefined) throw new Failure('not_found')
  return locked
}

/** Changes a provider. Another issuer or registration is another provider: what was shown of the old one ends. @throws Failure */
export async function change(
  db: Database,
  provider: AuthorizedProvider,
  body: BodyOf<typeof changeIdentityProvider>,
  by: By,
  { config, providerCalls }: Services,
): Promise<IdentityProvider> {
  refusePublic(body.domains)
  const before = await shown(db, provider.client, provider.id, config)
  const issuer = body.issuer === undefined ? undefined : issuerOf(body.issuer, config)
  if (issuer !== undefined && issuer !== before.issuer) await providerCalls.checkIssuer(issuer)
  return repeated(() => db.transaction().execute((tx) => save(tx, provider, { ...body, issuer }, by, config)))
}

async function save(
  tx: Tx,
  provider: AuthorizedProvider,
  { issuer: named, ...body }: BodyOf<typeof changeIdentityProvider>,
  { userId, address }: By,
  config: Config,
): Promise<IdentityProvider> {
  const { client, id } = provider
  const key = { clientId: client.id, id }
  await lockAndCount(tx, client)
  const before = await lock(tx, provider)
  const issuer = named ?? before.issuer
  const registeredAs = body.clientId ?? before.registered_as
  const { clientSecret, only = before.only_way, domains } = body
  const isOther = issuer !== before.issuer || registeredAs !== before.registered_as
  // The old secret would go to an address that it was not given for.
  if (isOther && clientSecret === undefined) throw new FieldFailure({ clientSecret: { key: 'required' } })
  await updateProvider(tx, key, {
    issuer,
    registered_as: registeredAs,
    only_way: only,
    ...(clientSecret !== undefined && { secret: sealSecret(config.slipKey, key, clientSecret) }),
  })
  if (isOther) await endTrust(tx, key)
  if (domains !== undefined) await giveDomains(tx, key, domains)
  const fields = [
    ...(issuer === before.issuer ? [] : ['issuer']),
    ...(registeredAs === before.registered_as ? [] : ['clientId']),
    ...(clientSecret === undefined ? [] : ['clientSecret']),
    ...(domains === undefined ? [] : ['domains']),
    ...(only === before.only_way ? [] : ['only']),
  ]
  if (fields.length > 0)
    await recordAudit(tx, {
      action: 'identity_provider_changed',
      by: { userId, address },
      clientId: client.id,
      details: { provider: id, host: new URL(issuer).host, fields, only },
    })
  return shown(tx, client, id, config)
}

export async function remove(
  tx: Tx,
  provider: AuthorizedProvider,
  _body: undefined,
  { userId, address }: By,
): Promise<undefined> {
  const { client, id } = provider
  const { issuer } = await lock(tx, provider)
  await removeProvider(tx, { clientId: client.id, id })
  await recordAudit(tx, {
    action: 'identity_provider_deleted',
    by: { userId, address },
    clientId: client.id,
    details: { provider: id, host: new URL(issuer).host },
  })
}
