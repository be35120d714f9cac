import { authToken, openMagicLink, openSlipCode, requestMagicLink, usersMe } from '#contract/auth.ts'
import { sendMagicLink } from '#server/features/access/magic-links/jobs.ts'
import { userObject } from '#server/features/access/users/users.ts'
import { requestLink } from '#server/features/memberships/links/link-requests.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { signInByLink, signInByPassword } from './sign-in.ts'
import { signInByCode } from './slip-codes.ts'

export const signInRoutes: readonly Route[] = [
  onPlatform.run(authToken, signInByPassword),
  onPlatform.run(openMagicLink, signInByLink),
  onPlatform.run(openSlipCode, signInByCode),
  onPlatform.run(requestMagicLink, requestLink(sendMagicLink)),
  onPlatform.read(usersMe, (db, _platform, _query, { caller }) => userObject(db, caller.userId, caller)),
]
