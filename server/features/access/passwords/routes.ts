import {
  checkResetLink,
  forgotPassword,
  resetPassword as resetPasswordCall,
  updatePassword as updatePasswordCall,
} from '#contract/auth.ts'
import { requestLink } from '#server/features/memberships/links/link-requests.ts'
import { findResetLink } from '#server/features/memberships/links/links.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { sendReset } from './jobs.ts'
import { resetPassword, updatePassword } from './passwords.ts'

export const passwordRoutes: readonly Route[] = [
  onPlatform.run(forgotPassword, requestLink(sendReset)),
  onPlatform.read(checkResetLink, async (db, _platform, { uid, token }) => {
    await findResetLink(db, uid, token)
    return undefined
  }),
  onPlatform.run(resetPasswordCall, resetPassword),
  onPlatform.run(updatePasswordCall, updatePassword),
]
