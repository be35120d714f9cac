import type { Locale } from '#contract/fields.ts'
import { findCaller } from '#server/authority/session.ts'
import type { Executor } from '#server/db/database.ts'
import { ownList } from '#server/features/attempts/own.ts'
import type { SignedIn } from '#server/features/users/open-session.ts'

/** A session that came by an invitation, with the tests that it opens; any other as it is. */
export async function withTests<Answer extends SignedIn>(db: Executor, signedIn: Answer, locale: Locale) {
  const caller = signedIn.user.invitation ? await findCaller(db, signedIn.token) : null
  return caller === null ? signedIn : { ...signedIn, assignments: await ownList(db, caller, locale) }
}
