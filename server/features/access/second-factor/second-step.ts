import type { User } from '#contract/auth.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { finishSecondFactorSetup, secondFactor, setUpSecondFactor } from '#contract/second-factor.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { type ByProvider, endAllSessions } from '#server/features/access/sessions/sessions.ts'
import { signIn } from '#server/features/access/users/open-session.ts'
import { Failure } from '#server/http/failure.ts'
import { originOf } from '#server/http/origin.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import { vaultOf, withCode } from './codes.ts'
import { begin, confirm } from './enrol.ts'
import { countTry, findNeed, insertChallenge, takeChallenge } from './queries.ts'

const triesOfAChallenge = 5
// Asking for a secret and confirming it with a mistyped code or two are steps of one enrolment.
const triesOfASetup = 30

// Setting up begins with installing an app.
const minutes = { code: 10, setup: 30 } as const

/**
 * Returns null when the first step is enough, else a failure that carries a challenge.
 * It is returned and not thrown, because what the first step used up has to stay used up.
 */
export async function requireSecondStep(
  tx: Executor,
  first: { userId: string; way: string; remembered: boolean; provider?: ByProvider },
): Promise<Failure | null> {
  const { confirmed, required } = await findNeed(tx, first.userId)
  if (!confirmed && !required) return null
  const purpose = confirmed ? 'code' : 'setup'
  const challenge = `chl_${newSecret()}`
  await insertChallenge(tx, hashSecret(challenge), { ...first, purpose, minutes: minutes[purpose] })
  const code = confirmed ? 'second_factor_required' : 'second_factor_setup_required'
  return new Failure(code, { details: { challenge } })
}

/**
 * The second step of a sign-in: opens the session that the first step earned.
 * @throws Failure second_factor_code_wrong, second_factor_challenge_over, too_many_requests
 */
export async function takeSecondStep(
  db: Database,
  _platform: undefined,
  { challenge, code }: BodyOf<typeof secondFactor>,
  { address }: Visitor,
  { deps, request }: Context,
): Promise<{ token: string; user: User }> {
  const tokenHash = hashSecret(challenge)
  const first = await countTry(db, tokenHash, 'code', triesOfAChallenge)
  if (first === undefined) throw new Failure('second_factor_challenge_over')
  const { userId, remembered, way, provider } = first
  const attempt = { userId, code, address, refusal: 'sign_in_refused' } as const
  const signedIn = await withCode(vaultOf(deps), attempt, async (tx, secondFactor) => {
    if (!(await takeChallenge(tx, tokenHash))) throw new Failure('second_factor_challenge_over')
    const session = { userId, invitationClientId: null, remembered, provider }
    return signIn(tx, session, originOf(request), way, { secondFactor })
  })
  if (signedIn === undefined) throw new Failure('second_factor_code_wrong')
  return signedIn
}

/** Begins the enrolment that a sign-in asks for. @throws Failure second_factor_challenge_over */
export async function beginByChallenge(
  db: Database,
  _platform: undefined,
  { challenge }: BodyOf<typeof setUpSecondFactor>,
  _visitor: Visitor,
  { deps }: Context,
): Promise<{ secret: string; uri: string }> {
  const first = await countTry(db, hashSecret(challenge), 'setup', triesOfASetup)
  if (first === undefined) throw new Failure('second_factor_challenge_over')
  return begin(vaultOf(deps), first.userId).catch(overWhenOn)
}

/**
 * Ends the enrolment that a sign-in asks for, and opens the session.
 * @throws Failure second_factor_code_wrong, second_factor_challenge_over, too_many_requests
 */
export async function confirmByChallenge(
  db: Database,
  _platform: undefined,
  { challenge, code }: BodyOf<typeof finishSecondFactorSetup>,
  { address }: Visitor,
  { deps, request }: Context,
): Promise<{ token: string; user: User; recoveryCodes: string[] }> {
  const tokenHash = hashSecret(challenge)
  const first = await countTry(db, tokenHash, 'setup', triesOfASetup)
  if (first === undefined) throw new Failure('second_factor_challenge_over')
  const { userId, remembered, way, provider } = first
  const attempt = { userId, code, address, refusal: 'sign_in_refused' } as const
  const enrolled = await confirm(vaultOf(deps), attempt, async (tx) => {
    if (!(await takeChallenge(tx, tokenHash))) throw new Failure('second_factor_challenge_over')
    await endAllSessions(tx, userId)
    const session = { userId, invitationClientId: null, remembered, provider }
    return signIn(tx, session, originOf(request), way, { secondFactor: 'setup' })
  }).catch(overWhenOn)
  if (enrolled === undefined) throw new Failure('second_factor_code_wrong')
  return { ...enrolled.result, recoveryCodes: enrolled.recoveryCodes }
}

/** Somebody who enrolled meanwhile, elsewhere, begins again by signing in. */
function overWhenOn(error: unknown): never {
  const over = error instanceof Failure && /^second_factor_(on|off)$/.test(error.code)
  throw over ? new Failure('second_factor_challenge_over') : error
}
