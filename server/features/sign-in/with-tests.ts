import type { Locale } from '#contract/fields.ts'
import { findCaller } from '#server/authority/session.ts'
import type { Deps } from '#server/deps.ts'
import { ownList } from '#server/features/attempts/own.ts'
import type { SignedIn } from '#server/features/users/open-session.ts'

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
