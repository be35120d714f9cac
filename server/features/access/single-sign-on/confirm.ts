import type { IdentityProvider } from '#contract/identity-providers.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import type { NameServers } from '#server/outward/address.ts'
import type { AuthorizedProvider } from './access.ts'
import { recordOf } from './domains.ts'
import { type Config, shown } from './providers.ts'
import { confirmDomain, findProof, isTaken, lockProvider } from './queries.ts'

/**
 * Looks for the TXT record of a domain now, and writes down that an admin has confirmed the domain.
 * @throws Failure not_found, domain_record_missing, sign_in_domain_taken
 */
export async function confirm(
  db: Database,
  { client, id }: AuthorizedProvider,
  domain: string,
  { userId, address }: By,
  { config, names }: { config: Config; names: NameServers },
): Promise<IdentityProvider> {
  const key = { clientId: client.id, id }
  const proof = await findProof(db, key, domain)
  if (proof === undefined) throw new Failure('not_found')
  const record = recordOf({ domain, proof })
  // A name without a record is an error of the name server's.
  const found = await names.texts(record.name).catch(() => [])
  if (!found.some((text) => text.trim() === record.value))
    throw new Failure('domain_record_missing', { variables: { name: record.name } })
  await db.transaction().execute(async (tx) => {
    // A provider that was changed since the lookup has another text.
    if ((await lockProvider(tx, key)) === undefined) throw new Failure('not_found')
    if (await isTaken(tx, key, domain)) throw new Failure('sign_in_domain_taken', { variables: { domain } })
    if (!(await confirmDomain(tx, key, { domain, proof, by: userId }))) throw new Failure('not_found')
    await recordAudit(tx, {
      action: 'sign_in_domain_confirmed',
      by: { userId, address },
      clientId: client.id,
      details: { provider: id, domain },
    })
  })
  return shown(db, client, id, config)
}
