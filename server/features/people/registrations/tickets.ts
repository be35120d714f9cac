import type { Database, Executor } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import { networkOf } from '#server/throttles/network.ts'
import { issueTicket, redeemTicket, take } from '#server/throttles/throttles.ts'

/** Nobody types a name faster, and nobody leaves a form open for longer. */
const age = { fromSeconds: 3, toSeconds: 2 * 3600 }

const keyOf = (token: string) => `register:${hashSecret(token).toString('base64url')}`

/** Hundreds of people at a gate share one address, and open the page several times each. */
const pagesOfNetwork = { atMost: 3000, seconds: 15 * 60 }

/** A token to register once, as the contact form has one. It is kept by its hash, where every process finds it. */
export async function issueToken(db: Database, address: string): Promise<string> {
  await take(db, [{ key: `register-page:${networkOf(address)}`, ...pagesOfNetwork }])
  const token = newSecret()
  await issueTicket(db, keyOf(token))
  return token
}

/** @throws Failure contact_expired for a token that is too new, too old, used or nobody's */
export async function redeemToken(tx: Executor, token: string): Promise<void> {
  if (!(await redeemTicket(tx, keyOf(token), age))) throw new Failure('contact_expired')
}
