import type { Executor } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import { findNeed, insertChallenge } from './queries.ts'

// Setting up begins with installing an app.
const minutes = { code: 10, setup: 30 } as const

/**
 * What is still required after a passed first step: null when nothing is, else a failure that carries a challenge.
 * It is returned and not thrown, because what the first step used up has to stay used up.
 */
export async function requireSecondStep(
  tx: Executor,
  first: { userId: string; way: string; remembered: boolean },
): Promise<Failure | null> {
  const { confirmed, required } = await findNeed(tx, first.userId)
  if (!confirmed && !required) return null
  const purpose = confirmed ? 'code' : 'setup'
  const challenge = `chl_${newSecret()}`
  await insertChallenge(tx, hashSecret(challenge), { ...first, purpose, minutes: minutes[purpose] })
  const code = confirmed ? 'second_factor_required' : 'second_factor_setup_required'
  return new Failure(code, { details: { challenge } })
}
