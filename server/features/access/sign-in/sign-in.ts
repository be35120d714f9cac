import type { authToken, openMagicLink } from '#contract/auth.ts'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit, visitor } from '#server/audit/audit.ts'
import { findCaller } from '#server/authority/session.ts'
import type { Database, Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { revokeFactor } from '#server/features/access/second-factor/revoke.ts'
import { requireSecondStep } from '#server/features/access/second-factor/second-step.ts'
import { endAllSessions } from '#server/features/access/sessions/sessions.ts'
import { requireFreeWay } from '#server/features/access/single-sign-on/bound.ts'
import { type SignedIn, signIn } from '#server/features/access/users/open-session.ts'
import { verifyPassword } from '#server/features/access/users/passwords.ts'
import {
  credentialsOf,
  findAccount,
  stillHasPassword,
  verifyAddress,
} from '#server/features/access/users/users.ts'
import { invitationState } from '#server/features/delivery/attempts/invitation-state.ts'
import { ownList } from '#server/features/delivery/attempts/my-assignments.ts'
import { type OpenedLink, openLink } from '#server/features/memberships/links/links.ts'
import { Failure } from '#server/http/failure.ts'
import { type Origin, originOf } from '#server/http/origin.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { networkOf } from '#server/throttles/network.ts'
import { countWithin, quarterHour, take } from '#server/throttles/throttles.ts'

/** A session opened by an invitation; `done` has the receipt when every test is handed in. */
export interface SignedInByInvitation extends SignedIn {
  done?: { receipt: string }
}

/** A session opened by a link, which may ask for a password to be chosen. */
interface SignedInByLink extends SignedInByInvitation {
  choosePassword?: 'first' | 'again'
}

/**
 * @throws Failure invalid_credentials, alike for an unknown address and a wrong password; too_many_requests;
 * second_factor_required or second_factor_setup_required with a challenge
 */
export async function signInByPassword(
  db: Database,
  _platform: undefined,
  { username, password, remember = false }: BodyOf<typeof authToken>,
  { address }: Visitor,
  { request }: Context,
): Promise<SignedIn> {
  const email = username.trim().toLowerCase()
  const refused = (reason: string, subjectId: string | null = null) =>
    recordAudit(db, { action: 'sign_in_refused', reason, by: visitor(address), subjectId })
  const network = networkOf(address)
  // Counted before the hash is computed, so that a burst is refused and not only its end; a success is given back.
  const giveBack = await take(
    db,
    [
      // The account comes first: a device that goes on trying one does not use up what its whole network may try.
      { key: `sign-in:${network}:${email}`, atMost: 10, seconds: quarterHour },
      { key: `sign-in:${network}`, atMost: 300, seconds: quarterHour },
    ],
    () => refused('too_many_requests'),
  )
  const account = await findAccount(db, email)
  const matches = await verifyPassword(account?.passwordHash ?? null, password).catch(async (error) => {
    // Nothing was tried.
    await giveBack()
    throw error
  })
  if (account === undefined || account.passwordHash === null || !matches) {
    await refused(account === undefined ? 'unknown_address' : 'wrong_password', account?.id)
    throw new Failure('invalid_credentials')
  }
  const { id: userId, passwordHash } = account
  const session = { userId, invitationClientId: null, remembered: remember }
  const outcome = await db.transaction().execute(async (tx) => {
    if (!(await stillHasPassword(tx, userId, passwordHash))) throw new Failure('invalid_credentials')
    await requireFreeWay(tx, userId)
    return passFirstStep(tx, session, originOf(request), 'password')
  })
  await giveBack()
  return sessionOf(outcome)
}

/** Opens a one-time link of any kind but a reset. @throws Failure as contract/auth.ts says */
export async function signInByLink(
  db: Database,
  _platform: undefined,
  _query: undefined,
  { address, locale }: Visitor,
  { deps, params: { uid, token }, request }: Context<typeof openMagicLink>,
) {
  const opened = db.transaction().execute((tx) => openByLink(tx, uid, token, originOf(request)))
  const outcome = await opened.catch(async (error: unknown) => {
    if (error instanceof Failure) await recordRefusedLink(db, error.code, address)
    throw error
  })
  return withTests(deps, sessionOf(outcome), locale)
}

async function openByLink(
  db: Executor,
  uid: string,
  token: string,
  origin: Origin,
): Promise<SignedInByLink | Failure> {
  const link = await openLink(db, uid, token)
  // One that was handed over, or mailed to an address since left, does not show that its opener reads this one's mail.
  const { confirmed, revoked } =
    link.showsAddress && link.email !== null
      ? await verifyAddress(db, link.userId, link.email)
      : { confirmed: false, revoked: false }
  if (confirmed) {
    await endAllSessions(db, link.userId)
    await revokeFactor(db, link.userId, { userId: link.userId, address: origin.address })
  }
  const session = {
    userId: link.userId,
    invitationClientId: null,
    remembered: false,
    mailed: link.showsAddress,
  }
  if (link.purpose !== 'invitation' || link.clientId === null) {
    await requireFreeWay(db, link.userId)
    const signedIn = await passFirstStep(db, session, origin, link.purpose)
    // A person who asks for a link to sign in may well want no password; every other link begins something.
    const begins = link.purpose !== 'magic' && (await credentialsOf(db, link.userId)).passwordHash === null
    const choosePassword = revoked ? 'again' : begins ? 'first' : undefined
    if (choosePassword === undefined) return signedIn
    if (!(signedIn instanceof Failure)) return { ...signedIn, choosePassword }
    // The link is used up, so the answer after the second step must contain this.
    return new Failure(signedIn.code, { details: { ...signedIn.details, choosePassword } })
  }
  return enterInvitation(db, { ...link, clientId: link.clientId }, origin, link.purpose)
}

/**
 * Opens the session of an invitation, however it was opened: as often as needed until its tests are done.
 * Once they are done or over, or the person was removed, it says so, and the session that comes with it leads to the person's
 * own data.
 * @returns the failure magic_link_expired for the caller to throw when the session is stored
 * @throws Failure magic_link_expired
 */
export async function enterInvitation(
  db: Executor,
  link: OpenedLink & { clientId: string },
  origin: Origin,
  way: string,
): Promise<SignedInByInvitation | Failure> {
  const session = {
    userId: link.userId,
    invitationClientId: link.clientId,
    remembered: false,
    mailed: link.showsAddress,
  }
  const state = await invitationState(db, { clientId: link.clientId, userId: link.userId })
  if (state.kind === 'completed')
    return { ...(await signIn(db, session, origin, way)), done: { receipt: state.receipt } }
  if (state.kind === 'removed' || state.kind === 'over')
    return new Failure('magic_link_expired', { details: { ...(await signIn(db, session, origin, way)) } })
  if (link.expired && state.kind === 'open') throw new Failure('magic_link_expired')
  return signIn(db, session, origin, way)
}

/** A password was right or a link opened: the session, or the challenge before it. */
async function passFirstStep(
  db: Executor,
  session: { userId: string; invitationClientId: null; remembered: boolean; mailed?: boolean },
  origin: Origin,
  way: string,
): Promise<SignedIn | Failure> {
  const { userId, remembered } = session
  return (await requireSecondStep(db, { userId, remembered, way })) ?? signIn(db, session, origin, way)
}

function sessionOf<Answer extends SignedIn>(outcome: Answer | Failure): Answer {
  if (outcome instanceof Failure) throw outcome
  return outcome
}

/** A session that came by an invitation, with the tests that it opens; any other as it is. */
export async function withTests<Answer extends SignedIn>(
  { db, log }: Deps,
  signedIn: Answer,
  locale: Locale,
) {
  if (!signedIn.user.invitation) return signedIn
  try {
    const caller = await findCaller(db, signedIn.token)
    return caller === null ? signedIn : { ...signedIn, assignments: await ownList(db, caller, locale) }
  } catch (error) {
    // The session is there, and a link may work only once: the page asks for the tests itself.
    log.warn({ err: error }, 'an invitation was opened without its tests')
    return signedIn
  }
}

/** Anybody can send rubbish here without end, so an address fills a hundred lines a quarter of an hour and no more. */
export async function recordRefusedLink(db: Database, reason: string, address: string): Promise<void> {
  if ((await countWithin(db, `refused-link:${networkOf(address)}`, quarterHour)) > 100) return
  await recordAudit(db, { action: 'sign_in_refused', reason, by: visitor(address) })
}
