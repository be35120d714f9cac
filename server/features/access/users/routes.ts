import { sendVerification, signUp as signUpCall } from '#contract/auth.ts'
import {
  createUser as createUserCall,
  getUser,
  listUsers,
  magicLinkForAdmin,
  removeUser,
  resendInvitations as resendInvitationsCall,
  resendVerification,
  updateUser as updateUserCall,
} from '#contract/users.ts'
import { makeLinkFor } from '#server/features/access/magic-links/for-admin.ts'
import { resendInvitations } from '#server/features/memberships/invitations/resend.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { onUser } from './access.ts'
import { createUser, deactivateUser, remindOfVerification, updateUser } from './manage.ts'
import { managedUsers, userDetails } from './managed-users.ts'
import { sendVerificationAgain, signUp } from './sign-up.ts'

export const userRoutes: readonly Route[] = [
  onPlatform.run(signUpCall, signUp),
  onPlatform.run(sendVerification, sendVerificationAgain),
  onPlatform.list(listUsers, managedUsers),
  onPlatform.write(createUserCall, createUser),
  onUser.read(getUser, userDetails),
  onUser.run(updateUserCall, updateUser),
  onUser.write(removeUser, deactivateUser),
  onUser.write(resendInvitationsCall, resendInvitations),
  onUser.write(resendVerification, remindOfVerification),
  onPlatform.write(magicLinkForAdmin, makeLinkFor),
]
