import { managesAdmins } from '#contract/access.ts'
import type { User } from '#contract/auth.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { findCaller } from '#server/authority/session.ts'
import type { Executor } from '#server/db/database.ts'
import { noticeDevice } from '#server/features/access/sessions/known-devices.ts'
import { type ByProvider, openSession } from '#server/features/access/sessions/sessions.ts'
import { findHeld } from '#server/held/queries.ts'
import type { OnTablet } from '#server/http/caller.ts'
import { Failure, heldFailure } from '#server/http/failure.ts'
import type { Origin } from '#server/http/origin.ts'
import { hasOwnPassword } from './password-queries.ts'
import { userObject } from './users.ts'

export interface SignedIn {
  token: string
  user: User
}

/** Opens a session, records the sign-in method, and answers like every sign-in. The caller has checked the second step. */
export async function signIn(
  db: Executor,
  session: {
    userId: string
    invitationClientId: string | null
    remembered: boolean
    tablet?: OnTablet | undefined
    mailed?: boolean
    provider?: ByProvider | undefined
  },
  origin: Origin,
  way: string,
  details: Record<string, unknown> = {},
): Promise<SignedIn> {
  const byPassword = way === 'password' && (await hasOwnPassword(db, session.userId))
  const token = await openSession(db, { ...session, byPassword, userAgent: origin.userAgent })
  const caller = await findCaller(db, token)
  if (caller === null) throw new Failure('magic_link_invalid')
  if (!managesAdmins(caller) && (await findHeld(db)) !== undefined) throw heldFailure()
  const { userId, provider, invitationClientId } = session
  const clientId = invitationClientId ?? provider?.clientId ?? null
  // An invitation may be opened on any phone, and opens no account.
  if (invitationClientId === null) await noticeDevice(db, userId, origin.userAgent)
  await recordAudit(db, {
    action: 'sign_in',
    reason: way,
    by: { userId, address: origin.address },
    subjectId: userId,
    ...(clientId !== null && { clientId }),
    details: provider === undefined ? details : { ...details, provider: provider.id },
  })
  return { token, user: await userObject(db, userId, caller) }
}
