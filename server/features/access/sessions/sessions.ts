import type { Executor } from '#server/db/database.ts'
import type { Caller, OnTablet } from '#server/http/caller.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import type { ByProvider } from './queries.ts'
import {
  countSessionsOf,
  deleteChallengesOf,
  deleteEverySession,
  deleteInvitationSessions,
  deleteSessionsOf,
  deleteSessionsWithoutFactor,
  insertSession,
  markProved,
} from './queries.ts'

export type { ByProvider }

/** Opens a session and returns its token, which is stored nowhere. */
export async function openSession(
  db: Executor,
  session: {
    userId: string
    invitationClientId: string | null
    remembered: boolean
    userAgent?: string
    tablet?: OnTablet | undefined
    /** Opened by a link that came to the person's own mailbox. */
    mailed?: boolean | undefined
    /** Opened by the person's own password. */
    byPassword?: boolean | undefined
    provider?: ByProvider | undefined
  },
): Promise<string> {
  const token = `ses_${newSecret()}`
  const userAgent = (session.userAgent ?? '').slice(0, 300)
  await insertSession(db, { ...session, userAgent, tokenHash: hashSecret(token) })
  return token
}

/** Records that a code has shown who has this session. @returns since when */
export const proveSession = markProved

/** Counts the sessions in which somebody is signed in now, for the admin who helps them. */
export async function presenceOf(
  db: Executor,
  userId: string,
): Promise<{ openSessions: number; lastSeenAt: string | null }> {
  const { count, seen_at } = await countSessionsOf(db, userId)
  return { openSessions: count, lastSeenAt: seen_at?.toISOString() ?? null }
}

/** Ends every session and every sign-in that is under way, after a restore. */
export const endEverySession = deleteEverySession

/** Ends every session of a person, on all devices, and every sign-in that is under way. */
export async function endAllSessions(db: Executor, userId: string): Promise<void> {
  await deleteChallengesOf(db, userId)
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
  await deleteChallengesOf(db, caller.userId)
  await deleteSessionsOf(db, caller.userId, caller.tokenHash)
}

/** Ends the sessions of managers, admins and superusers who have no second step. */
export async function endSessionsWithoutFactor(db: Executor): Promise<void> {
  await deleteSessionsWithoutFactor(db)
}
