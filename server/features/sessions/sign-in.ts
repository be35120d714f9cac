import type { User } from '#contract/auth.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { invitationState } from '#server/features/attempts/invitation-state.ts'
import { openLink } from '#server/features/links/links.ts'
import { take } from '#server/features/throttles/throttles.ts'
import { verifyPassword } from '#server/features/users/passwords.ts'
import { findAccount, userObject, verifyAddress } from '#server/features/users/users.ts'
import { Failure } from '#server/http/failure.ts'
import { endAllSessions, findCaller, openSession } from './sessions.ts'

interface SignedIn {
  token: string
  user: User
}

const quarterHour = 15 * 60

/** @throws Failure invalid_credentials, alike for an unknown address and a wrong password; too_many_requests */
export async function signInByPassword(
  db: Database,
  input: { username: string; password: string; remember: boolean; address: string },
): Promise<SignedIn> {
  const email = input.username.trim().toLowerCase()
  // Counted before the hash is computed, so that a burst is refused and not only its end; a success is given back.
  const giveBack = await take(db, [
    // The account comes first: a device that goes on trying one does not use up what its whole network may try.
    { key: `sign-in:${input.address}:${email}`, atMost: 10, seconds: quarterHour },
    { key: `sign-in:${input.address}`, atMost: 300, seconds: quarterHour },
  ])
  const account = await findAccount(db, email)
  const matches = await verifyPassword(account?.passwordHash ?? null, input.password)
  if (account === undefined || !matches) throw new Failure('invalid_credentials')
  await giveBack()
  return signIn(db, { userId: account.id, invitationClientId: null, remembered: input.remember })
}

/** Opens a magic link, a manager's invitation or a participant's invitation. @throws Failure as contract/auth.ts says */
export async function signInByLink(db: Database, uid: string, token: string): Promise<SignedIn> {
  return db.transaction().execute(async (tx) => {
    const link = await openLink(tx, uid, token)
    if (await verifyAddress(tx, link.userId)) await endAllSessions(tx, link.userId)
    if (link.purpose !== 'invitation' || link.clientId === null) {
      return signIn(tx, { userId: link.userId, invitationClientId: null, remembered: false })
    }
    const state = await invitationState(tx, { clientId: link.clientId, userId: link.userId })
    if (state.kind === 'completed') {
      throw new Failure('invitation_completed', { details: { receipt: state.receipt } })
    }
    if (state.kind === 'removed') throw new Failure('magic_link_invalid')
    if (state.kind === 'over' || (link.expired && state.kind === 'open'))
      throw new Failure('magic_link_expired')
    return signIn(tx, { userId: link.userId, invitationClientId: link.clientId, remembered: false })
  })
}

/** Bounds how many links one network may ask for; how many one person is sent is the job's own limit. */
export async function limitLinkRequests(db: Database, address: string): Promise<void> {
  await take(db, [{ key: `magic-link:${address}`, atMost: 300, seconds: quarterHour }])
}

async function signIn(
  db: Executor,
  session: { userId: string; invitationClientId: string | null; remembered: boolean },
): Promise<SignedIn> {
  const token = await openSession(db, session)
  const caller = await findCaller(db, token)
  if (caller === null) throw new Failure('magic_link_invalid')
  return { token, user: await userObject(db, session.userId, caller) }
}
