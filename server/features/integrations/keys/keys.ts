import {
  type ApiKey,
  apiKeyPrefix,
  type createApiKey,
  type listApiKeys,
  maxLiveKeys,
} from '#contract/api-keys.ts'
import { foldText } from '#contract/fold.ts'
import type { BodyOf, QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import { networkOfText } from '#server/authority/networks.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import { addKeyAccount } from '#server/features/access/users/users.ts'
import { requireActive } from '#server/features/assignments/state.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor, By } from '#server/http/subject.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import { countLive, findKeys, insertKey, type KeyRow, lockKeys, revokeKey } from './queries.ts'

export async function list(db: Executor, client: AuthorizedClient, query: QueryOf<typeof listApiKeys>) {
  const search = likeText(foldText(query.search ?? ''))
  const descending = query.ordering !== 'createdAt'
  const { count, rows } = await findKeys(db, client, { descending, search }, sliceOf(query))
  return { count, rows: rows.map(toApiKey) }
}

const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  ending: row.ending,
  scopes: row.scopes,
  networks: row.networks,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
})

const shownCharacters = 4

/**
 * Makes a key of the client. The key is in the answer alone: the server keeps its hash.
 * @throws Failure client_not_active, too_many_api_keys; FieldFailure for a network that is none
 */
export async function create(
  tx: Tx,
  client: AuthorizedClient,
  { name, days, ...body }: BodyOf<typeof createApiKey>,
  { userId, address, locale }: Actor,
): Promise<{ id: string; key: string }> {
  requireActive(client)
  const networks = readNetworks(body.networks ?? [])
  const scopes = [...new Set(body.scopes)]
  await lockKeys(tx, client)
  if ((await countLive(tx, client)) >= maxLiveKeys)
    throw new Failure('too_many_api_keys', { variables: { count: maxLiveKeys } })
  const key = apiKeyPrefix + newSecret()
  const id = await addKeyAccount(tx, { name: `${name} (API)`, locale })
  await insertKey(tx, {
    client_id: client.id,
    id,
    name,
    secret_hash: hashSecret(key),
    ending: key.slice(-shownCharacters),
    scopes,
    networks,
    created_by: userId,
    days,
  })
  await recordAudit(tx, {
    action: 'api_key_created',
    by: { userId, address },
    subjectId: id,
    clientId: client.id,
    details: { scopes, days, networks },
  })
  return { id, key }
}

/** @throws FieldFailure that names each text that is no network */
function readNetworks(texts: readonly string[]): string[] {
  const read = texts.map((text) => networkOfText(text))
  const wrong = read.flatMap((one, at) =>
    one === undefined ? [[`networks.${at}`, { key: 'network' }] as const] : [],
  )
  if (wrong.length > 0) throw new FieldFailure(Object.fromEntries(wrong))
  return [...new Set(read.filter((one) => one !== undefined))]
}

/** Revokes a key at once. @throws Failure not_found */
export async function revoke(
  tx: Tx,
  client: AuthorizedClient,
  id: string,
  { userId, address }: By,
): Promise<undefined> {
  const revoked = await revokeKey(tx, client, { id, by: userId })
  if (revoked === undefined) throw new Failure('not_found')
  if (!revoked) return
  await recordAudit(tx, {
    action: 'api_key_revoked',
    by: { userId, address },
    subjectId: id,
    clientId: client.id,
  })
}
