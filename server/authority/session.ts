import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { hashSecret } from '#server/secrets.ts'
import { extendSession, findSession } from './queries.ts'
import { authorityOf } from './roles.ts'

/** The person a live token belongs to, or null. Using a session makes it last: 12 hours after its last use. */
export async function findCaller(db: Executor, token: string): Promise<Caller | null> {
  const tokenHash = hashSecret(token)
  const session = await findSession(db, tokenHash)
  if (session === undefined) return null
  const authority = authorityOf(session)
  // An invitation ends once the membership it was made for is erased. Somebody removed reaches what is held about them.
  if (session.invitation_client_id !== null && authority.length === 0) return null
  // Its provider is gone, no client that uses it has this person as a manager any more, or theirs all want their provider.
  if (session.within !== null && authority.length === 0) return null
  // Also for who got the role, or lost the second step, while signed in: the next sign-in sets it up.
  if (session.lacks_factor && authority.some((role) => role !== 'participant')) return null
  if (session.stale) await extendSession(db, tokenHash)
  const { test_day_id: testDayId, tablet_id: tabletId } = session
  return {
    userId: session.user_id,
    name: session.name,
    locale: session.locale,
    authority,
    readerAt: session.reader_at,
    invitationClientId: session.invitation_client_id,
    within: session.within ?? undefined,
    singleSignOn: session.by_provider,
    tablet: testDayId !== null && tabletId !== null ? { testDayId, tabletId } : undefined,
    proved: session.proved,
    provedContact: session.proved_contact,
    mailed: session.mailed,
    sessionId: session.id,
    tokenHash,
    key: null,
  }
}
