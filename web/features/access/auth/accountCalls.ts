import { api } from '../../../app/api.ts'
import { markAsked } from '../../../app/askedLinks.ts'
import { storeUser, useAuth } from '../../../app/auth.ts'
import { authCalls } from '../../../app/authCalls.ts'
import { paths } from '../../../app/paths.ts'

/** Has a link sent to an address with which its owner chooses a new password. */
export async function requestReset(email: string): Promise<void> {
  const { forgotPassword } = await authCalls()
  await api(forgotPassword, { body: { email } })
}

export async function resetPassword(uid: string, token: string, newPassword: string): Promise<void> {
  const { resetPassword } = await authCalls()
  await api(resetPassword, { body: { uid, token, new_password: newPassword } })
}

/** Sets the password of somebody who came by a link and has none. */
export async function chooseFirstPassword(newPassword: string): Promise<void> {
  const { updatePassword } = await authCalls()
  await api(updatePassword, { body: { new_password: newPassword } })
  storeUser({ ...useAuth.getState().user, hasPassword: true })
}

/** Throws if a reset link no longer works. */
export async function checkReset(uid: string, token: string): Promise<void> {
  const { checkResetLink } = await authCalls()
  await api(checkResetLink, { body: { uid, token } })
}

/** Has the link that confirms the signed-in person's address sent again; from the company form it leads back there. */
export async function resendVerification(): Promise<void> {
  const { sendVerification } = await authCalls()
  const { company } = paths
  await api(sendVerification, {
    body: {
      browser: markAsked(),
      ...(window.location.pathname === company && { redirectUrl: company }),
    },
  })
}
