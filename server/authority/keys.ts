import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { hashSecret } from '#server/secrets.ts'
import { take } from '#server/throttles/throttles.ts'
import { isWithin } from './networks.ts'
import { findKey, markUsed } from './queries.ts'

/**
 * The API key that a token is. It acts as its client: it has a manager's calls as far as they name a scope of its own, and is
 * no person. Null for one that was never there, is expired or revoked, or comes from another network, all alike.
 * @throws Failure too_many_requests
 */
export async function findKeyCaller(
  db: Executor,
  token: string,
  { address, perMinute }: { address: string; perMinute: number },
): Promise<Caller | null> {
  const tokenHash = hashSecret(token)
  const key = await findKey(db, tokenHash)
  if (key === undefined || !isWithin(address, key.networks)) return null
  await take(db, [{ key: `api-key:${key.id}`, atMost: perMinute, seconds: 60 }])
  if (key.unmarked) await markUsed(db, key)
  return {
    userId: key.id,
    name: key.name,
    locale: key.locale,
    authority: ['manager'],
    readerAt: [],
    invitationClientId: null,
    proved: false,
    provedContact: false,
    mailed: false,
    sessionId: key.id,
    tokenHash,
    key: { clientId: key.clientId, scopes: key.scopes },
  }
}
