import type { Authority } from '#contract/access.ts'
import type { Executor } from '#server/db/database.ts'
import { endChallenges } from '#server/features/second-factor/challenges.ts'
import type { Caller } from '#server/http/caller.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import {
  countSessionsOf,
  deleteExpiredSessions,
  deleteInvitationSessions,
  deleteSessionsOf,
  deleteSessionsWithoutFactor,
  extendSession,
  findSession,
  insertSession,
  type SessionRow,
} from './queries.ts'

/** Opens a session and returns its token, which is stored nowhere. */
export async function openSession(
  db: Executor,
  session: { userId: string; invitationClientId: string | null; remembered: boolean; userAgent?: string },
): Promise<string> {
  const token = `ses_${newSecret()}`
  const userAgent = (session.userAgent ?? '').slice(0, 300)
  await insertSession(db, { ...session, userAgent, tokenHash: hashSecret(token) })
  return token
}

/** The person a live token belongs to, or null. Using a session makes it last: 12 hours after its last use. */
export async function findCaller(db: Executor, token: string): Promise<Caller | null> {
  const tokenHash = hashSecret(token)
  const session = await findSession(db, tokenHash)
  if (session === undefined) return null
  const authority = authorityOf(session)
  // An invitation ends with the membership it was made for.
  if (session.invitation_client_id !== null && authority.length === 0) return null
  // Also for who got the role, or lost the second step, while signed in: the next sign-in sets it up.
  if (session.lacks_factor && authority.some((role) => role !== 'participant')) return null
  if (session.stale) await extendSession(db, tokenHash)
  return {
    userId: session.user_id,
    name: session.name,
    locale: session.locale,
    authority,
    invitationClientId: session.invitation_client_id,
    tokenHash,
  }
}

type Roles = Pick<SessionRow, 'authority' | 'roles' | 'ever_member' | 'invitation_client_id'>

/** Stored roles first, then manager, then participant; whoever never belonged to a client may take tests. */
export function authorityOf(session: Roles): Authority[] {
  const takesTests = session.roles.some((role) => role === 'candidate' || role === 'employee')
  if (session.invitation_client_id !== null) return takesTests ? ['participant'] : []
  const authority: Authority[] = []
  for (const role of ['superuser', 'admin'] as const)
    if (session.authority.includes(role)) authority.push(role)
  if (session.roles.includes('manager')) authority.push('manager')
  if (takesTests || (authority.length === 0 && !session.ever_member)) authority.push('participant')
  return authority
}

/** Where somebody is signed in now, for whoever helps them. */
export async function presenceOf(
  db: Executor,
  userId: string,
): Promise<{ openSessions: number; lastSeenAt: string | null }> {
  const { count, seen_at } = await countSessionsOf(db, userId)
  return { openSessions: count, lastSeenAt: seen_at?.toISOString() ?? null }
}

/** Ends every session of a person, on all devices, and every sign-in that is under way. */
export async function endAllSessions(db: Executor, userId: string): Promise<void> {
  await endChallenges(db, userId)
  await deleteSessionsOf(db, userId, null)
}

/** Ends what invitation links of one client opened for a person. */
export async function endInvitationSessions(
  db: Executor,
  key: { clientId: string; userId: string },
): Promise<void> {
  await deleteInvitationSessions(db, key)
}

/** Ends every session of a person but the one that asks, and every sign-in that is under way. */
export async function endOtherSessions(db: Executor, caller: Caller): Promise<void> {
  await endChallenges(db, caller.userId)
  await deleteSessionsOf(db, caller.userId, caller.tokenHash)
}

/** Ends the sessions of managers, admins and superusers who have no second step. */
export async function endSessionsWithoutFactor(db: Executor): Promise<void> {
  await deleteSessionsWithoutFactor(db)
}

/** Forgets sessions whose time is over. */
export async function sweepSessions(db: Executor): Promise<void> {
  await deleteExpiredSessions(db)
}
