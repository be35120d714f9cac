import type { User } from '#contract/auth.ts'
import { endAllSessions } from '#server/features/sessions/sessions.ts'
import { signIn } from '#server/features/users/open-session.ts'
import { Failure } from '#server/http/failure.ts'
import type { Origin } from '#server/http/origin.ts'
import { hashSecret } from '#server/secrets.ts'
import { type Vault, withCode } from './codes.ts'
import { begin, confirm } from './enrol.ts'
import { countTry, takeChallenge } from './queries.ts'

const triesOfAChallenge = 5
// Asking for a secret and confirming it with a mistyped code or two are steps of one enrolment.
const triesOfASetup = 30

interface Answer {
  readonly challenge: string
  readonly code: string
}

/**
 * The second step of a sign-in: opens the session that the first step earned.
 * @throws Failure second_factor_code_wrong, second_factor_challenge_over, too_many_requests
 */
export async function takeSecondStep(
  vault: Vault,
  { challenge, code }: Answer,
  origin: Origin,
): Promise<{ token: string; user: User }> {
  const tokenHash = hashSecret(challenge)
  const first = await countTry(vault.db, tokenHash, 'code', triesOfAChallenge)
  if (first === undefined) throw new Failure('second_factor_challenge_over')
  const { userId, remembered, way } = first
  const attempt = { userId, code, address: origin.address, refusal: 'sign_in_refused' } as const
  const signedIn = await withCode(vault, attempt, async (tx, secondFactor) => {
    if (!(await takeChallenge(tx, tokenHash))) throw new Failure('second_factor_challenge_over')
    const session = { userId, invitationClientId: null, remembered }
    return signIn(tx, session, origin, way, { secondFactor })
  })
  if (signedIn === undefined) throw new Failure('second_factor_code_wrong')
  return signedIn
}

/** Begins the enrolment that a sign-in asks for. @throws Failure second_factor_challenge_over */
export async function beginByChallenge(
  vault: Vault,
  challenge: string,
): Promise<{ secret: string; uri: string }> {
  const first = await countTry(vault.db, hashSecret(challenge), 'setup', triesOfASetup)
  if (first === undefined) throw new Failure('second_factor_challenge_over')
  return begin(vault, first.userId).catch(overWhenOn)
}

/**
 * Ends the enrolment that a sign-in asks for, and opens the session.
 * @throws Failure second_factor_code_wrong, second_factor_challenge_over, too_many_requests
 */
export async function confirmByChallenge(
  vault: Vault,
  { challenge, code }: Answer,
  origin: Origin,
): Promise<{ token: string; user: User; recoveryCodes: string[] }> {
  const tokenHash = hashSecret(challenge)
  const first = await countTry(vault.db, tokenHash, 'setup', triesOfASetup)
  if (first === undefined) throw new Failure('second_factor_challenge_over')
  const { userId, remembered, way } = first
  const attempt = { userId, code, address: origin.address, refusal: 'sign_in_refused' } as const
  const enrolled = await confirm(vault, attempt, async (tx) => {
    if (!(await takeChallenge(tx, tokenHash))) throw new Failure('second_factor_challenge_over')
    await endAllSessions(tx, userId)
    const session = { userId, invitationClientId: null, remembered }
    return signIn(tx, session, origin, way, { secondFactor: 'setup' })
  }).catch(overWhenOn)
  if (enrolled === undefined) throw new Failure('second_factor_code_wrong')
  return { ...enrolled.result, recoveryCodes: enrolled.recoveryCodes }
}

/** Somebody who enrolled meanwhile, elsewhere, begins again by signing in. */
function overWhenOn(error: unknown): never {
  const over = error instanceof Failure && /^second_factor_(on|off)$/.test(error.code)
  throw over ? new Failure('second_factor_challenge_over') : error
}
