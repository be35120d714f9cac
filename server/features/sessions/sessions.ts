import type { Authority } from '#contract/access.ts'
import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
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

export async function endSession(db: Executor, caller: Caller): Promise<void> {
  await deleteSession(db, caller.tokenHash)
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

/** Ends every session of a person, on all devices. */
export async function endAllSessions(db: Executor, userId: string): Promise<void> {
  await deleteSessionsOf(db, userId, null)
}

/** Ends every session of a person but the one that asks. */
export async function endOtherSessions(db: Executor, caller: Caller): Promise<void> {
  await deleteSessionsOf(db, caller.userId, caller.tokenHash)
}

/** Forgets sessions whose time is over. */
export async function sweepSessions(db: Executor): Promise<void> {
  await deleteExpiredSessions(db)
}
