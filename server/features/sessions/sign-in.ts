import type { User } from '#contract/auth.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { invitationState } from '#server/features/attempts/invitation-state.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { openLink } from '#server/features/links/links.ts'
import { countWithin, take } from '#server/features/throttles/throttles.ts'
import { verifyPassword } from '#server/features/users/passwords.ts'
import { findAccount, stillHasPassword, userObject, verifyAddress } from '#server/features/users/users.ts'
import { Failure } from '#server/http/failure.ts'
import type { Origin } from '#server/http/origin.ts'
import { endAllSessions, findCaller, openSession } from './sessions.ts'

export interface SignedIn {
  token: string
  user: User
}

const quarterHour = 15 * 60

/** @throws Failure invalid_credentials, alike for an unknown address and a wrong password; too_many_requests */
export async function signInByPassword(
  db: Database,
  input: { username: string; password: string; remember: boolean } & Origin,
): Promise<SignedIn> {
  const { address } = input
  const email = input.username.trim().toLowerCase()
  const refused = (reason: string, subjectId: string | null = null) =>
    recordAudit(db, { action: 'sign_in_refused', reason, actorId: null, subjectId, address })
  // Counted before the hash is computed, so that a burst is refused and not only its end; a success is given back.
  const giveBack = await take(
    db,
    [
      // The account comes first: a device that goes on trying one does not use up what its whole network may try.
      { key: `sign-in:${address}:${email}`, atMost: 10, seconds: quarterHour },
      { key: `sign-in:${address}`, atMost: 300, seconds: quarterHour },
    ],
    () => refused('too_many_requests'),
  )
  const account = await findAccount(db, email)
  const matches = await verifyPassword(account?.passwordHash ?? null, input.password)
  if (account === undefined || account.passwordHash === null || !matches) {
    await refused(account === undefined ? 'unknown_address' : 'wrong_password', account?.id)
    throw new Failure('invalid_credentials')
  }
  const { id: userId, passwordHash } = account
  const session = { userId, invitationClientId: null, remembered: input.remember }
  const signedIn = await db.transaction().execute(async (tx) => {
    if (!(await stillHasPassword(tx, userId, passwordHash))) throw new Failure('invalid_credentials')
    return signIn(tx, session, input, 'password')
  })
  await giveBack()
  return signedIn
}

/** Bounds how many links one network may ask for; how many one person is sent is the job's own limit. */
export async function limitLinkRequests(db: Database, address: string): Promise<void> {
  await take(db, [{ key: `magic-link:${address}`, atMost: 300, seconds: quarterHour }])
}

/** Opens a one-time link of any kind but a reset. @throws Failure as contract/auth.ts says */
export async function signInByLink(
  db: Database,
  uid: string,
  token: string,
  origin: Origin,
): Promise<SignedIn> {
  try {
    return await db.transaction().execute((tx) => openByLink(tx, uid, token, origin))
  } catch (error) {
    if (error instanceof Failure) await recordRefusedLink(db, error.code, origin.address)
    throw error
  }
}

async function openByLink(db: Executor, uid: string, token: string, origin: Origin): Promise<SignedIn> {
  const link = await openLink(db, uid, token)
  // An admin's link was handed over and not mailed: whoever opens it has not shown that they read the address's mail.
  const mailed = link.purpose !== 'admin_magic'
  if (mailed && (await verifyAddress(db, link.userId))) await endAllSessions(db, link.userId)
  const session = { userId: link.userId, invitationClientId: null, remembered: false }
  if (link.purpose !== 'invitation' || link.clientId === null)
    return signIn(db, session, origin, link.purpose)
  const state = await invitationState(db, { clientId: link.clientId, userId: link.userId })
  if (state.kind === 'completed') {
    throw new Failure('invitation_completed', { details: { receipt: state.receipt } })
  }
  if (state.kind === 'removed') throw new Failure('magic_link_invalid')
  if (state.kind === 'over' || (link.expired && state.kind === 'open'))
    throw new Failure('magic_link_expired')
  return signIn(db, { ...session, invitationClientId: link.clientId }, origin, link.purpose)
}

/** Opens a session, writes down by which way, and answers as every sign-in does. */
export async function signIn(
  db: Executor,
  session: { userId: string; invitationClientId: string | null; remembered: boolean },
  origin: Origin,
  way: string,
): Promise<SignedIn> {
  const token = await openSession(db, { ...session, userAgent: origin.userAgent })
  const caller = await findCaller(db, token)
  if (caller === null) throw new Failure('magic_link_invalid')
  const { userId } = session
  const clientId = session.invitationClientId
  await recordAudit(db, {
    action: 'sign_in',
    reason: way,
    actorId: userId,
    subjectId: userId,
    ...(clientId !== null && { clientId }),
    address: origin.address,
  })
  return { token, user: await userObject(db, userId, caller) }
}

/** Anybody can send rubbish here without end, so an address fills a hundred lines a quarter of an hour and no more. */
async function recordRefusedLink(db: Database, reason: string, address: string): Promise<void> {
  if ((await countWithin(db, `refused-link:${address}`, quarterHour)) > 100) return
  await recordAudit(db, { action: 'sign_in_refused', reason, actorId: null, address })
}
