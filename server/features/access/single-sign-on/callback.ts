import type { ErrorCode } from '#contract/errors.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { finishSingleSignOn } from '#contract/single-sign-on.ts'
import { recordAudit, visitor } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { revokeFactor } from '#server/features/access/second-factor/revoke.ts'
import { requireSecondStep } from '#server/features/access/second-factor/second-step.ts'
import { endAllSessions } from '#server/features/access/sessions/sessions.ts'
import { type SignedIn, signIn } from '#server/features/access/users/open-session.ts'
import { verifyAddress } from '#server/features/access/users/users.ts'
import { Failure } from '#server/http/failure.ts'
import { type Origin, originOf } from '#server/http/origin.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { networkOf } from '#server/throttles/network.ts'
import { countWithin, quarterHour, take } from '#server/throttles/throttles.ts'
import { browserOf, forgetBrowser } from './cookie.ts'
import { domainOf } from './domains.ts'
import {
  type FoundPerson,
  findByAddress,
  findBySubject,
  findSignIn,
  findTrusted,
  link,
  noteUse,
  type TrustedProvider,
  takeSignIn,
  worksElsewhere,
} from './flow-queries.ts'
import { type Flow, hashesOf, proofsOf } from './flow-secrets.ts'
import type { Claims } from './provider-calls.ts'
import { callbackUrlOf } from './providers.ts'
import { lockProvider } from './queries.ts'
import { openSecret } from './sealing.ts'

const way = 'identity_provider'

/**
 * Ends a sign-in at a provider: in one transaction with a session, with the challenge of a second step, or with nothing.
 * @throws Failure as contract/single-sign-on.ts says
 */
export async function finish(
  db: Database,
  _platform: undefined,
  came: BodyOf<typeof finishSingleSignOn>,
  { address }: Visitor,
  { deps, request, reply }: Context,
): Promise<SignedIn> {
  const { config } = deps
  await take(db, [{ key: `sso-callback:${networkOf(address)}`, atMost: 300, seconds: quarterHour }])
  const flow = { state: came.state, browser: browserOf(request, config.publicUrl) }
  let provider: TrustedProvider | undefined
  try {
    provider = await takeProvider(db, flow)
    forgetBrowser(reply, config.publicUrl)
    if (came.error !== undefined || came.code === undefined) throw new Failure('sso_refused')
    const claims = await deps.providerCalls.claimsFor(
      { ...provider, secret: openSecret(config.slipKey, provider, provider.secret) },
      {
        callbackUrl: callbackUrlOf(config),
        code: came.code,
        iss: came.iss,
        state: flow.state,
        ...proofsOf(config.slipKey, flow),
      },
    )
    return await enter(db, provider, claims, originOf(request))
  } catch (error) {
    if (error instanceof Failure) await recordRefused(db, error.code, address, provider)
    throw error
  }
}

/** @throws Failure sso_state_wrong, sso_reused, sso_expired */
async function takeProvider(db: Database, flow: Flow): Promise<TrustedProvider> {
  const hashes = hashesOf(flow)
  const taken = await takeSignIn(db, hashes)
  if (taken !== undefined) {
    const provider = await findTrusted(db, taken)
    if (provider === undefined) throw new Failure('sso_setup_wrong')
    return provider
  }
  const state = await findSignIn(db, hashes)
  throw new Failure(state === undefined ? 'sso_state_wrong' : state === 'used' ? 'sso_reused' : 'sso_expired')
}

async function enter(
  db: Database,
  provider: TrustedProvider,
  claims: Claims,
  origin: Origin,
): Promise<SignedIn> {
  const outcome = await db.transaction().execute(async (tx) => {
    // One after the other, so that no two link the same person; and gone with its provider.
    if ((await lockProvider(tx, provider)) === undefined) throw new Failure('sso_setup_wrong')
    const person = await identify(tx, provider, claims, origin)
    const { userId } = person
    const by = { clientId: person.clientId, id: person.id, provesSecondStep: claims.provesSecondStep }
    if (!claims.provesSecondStep) {
      const challenge = await requireSecondStep(tx, { userId, way, remembered: false, provider: by })
      if (challenge?.code === 'second_factor_setup_required' && (await worksElsewhere(tx, userId, provider)))
        throw new Failure('sso_second_step_missing')
      if (challenge !== null) return challenge
    }
    const session = { userId, invitationClientId: null, remembered: false, provider: by }
    return signIn(tx, session, origin, way)
  })
  // The link between the account and its person at the provider stays.
  if (outcome instanceof Failure) throw outcome
  return outcome
}

/**
 * The account of a person at the provider: by its name for them, or the first time by their verified address.
 * @throws Failure sso_address_unverified, sso_not_invited, sso_other_person
 */
async function identify(
  tx: Executor,
  provider: TrustedProvider,
  { subject, verifiedEmail: email }: Claims,
  { address }: Origin,
): Promise<FoundPerson> {
  const known = await findBySubject(tx, provider, subject)
  if (known !== undefined) {
    await noteUse(tx, known)
    return known
  }
  if (email === undefined) throw new Failure('sso_address_unverified')
  const found = await findByAddress(tx, provider, { email, domain: domainOf(email) })
  if (found === undefined) throw new Failure('sso_not_invited')
  // Addresses are given to others when somebody leaves; the provider's name for a person is not.
  if (found.subject !== null) throw new Failure('sso_other_person')
  await link(tx, found, subject)
  const { userId } = found
  // As by a link that came to this mailbox: what somebody else set for the address before is removed.
  if ((await verifyAddress(tx, userId, email)).confirmed) {
    await endAllSessions(tx, userId)
    await revokeFactor(tx, userId, { userId, address })
  }
  return found
}

/** Anybody can send rubbish here without end, so an address fills a hundred lines a quarter of an hour and no more. */
async function recordRefused(
  db: Database,
  reason: ErrorCode,
  address: string,
  provider: TrustedProvider | undefined,
): Promise<void> {
  if (reason === 'second_factor_required' || reason === 'second_factor_setup_required') return
  if ((await countWithin(db, `refused-sso:${networkOf(address)}`, quarterHour)) > 100) return
  await recordAudit(db, {
    action: 'sign_in_refused',
    reason,
    by: visitor(address),
    ...(provider && { clientId: provider.clientId, details: { provider: provider.id } }),
  })
}
