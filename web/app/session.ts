import i18next from 'i18next'
import { authToken, openMagicLink, signOut as signOutCall, usersMe } from '#contract/auth.ts'
import type { BodyIn } from '#contract/kit.ts'
import { api } from './api.ts'
import { ApiError } from './apiError.ts'
import {
  anonymous,
  clearSession,
  isAuthenticated,
  type SessionUser,
  storeSession,
  storeUser,
} from './auth.ts'
import { forgetSelectedClient } from './clientSelection.ts'
import { queryClient } from './queryClient.ts'

/** The pause between storing a session and moving on, and between clearing one and opening a magic link. */
const settleMs = 100

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, settleMs))

/**
 * A user for an answer that names none: the role is read from the user name. Only what the screens show
 * hangs on it; the server decides by the token.
 */
export function userFromName(userName: string): SessionUser {
  const authority = userName.includes('admin')
    ? (['admin', 'superuser'] as const)
    : userName.includes('participant')
      ? (['participant'] as const)
      : (['manager'] as const)
  return {
    ...anonymous,
    id: crypto.randomUUID(),
    userName: userName.split('@')[0] ?? userName,
    email: userName.includes('@') ? userName : '',
    authority,
  }
}

/** What was loaded or chosen for one person must not be shown to the next. */
function forgetPerson() {
  queryClient.clear()
  forgetSelectedClient()
}

/** Signs in and stores the session; resolves when it is time to move on. */
export async function signIn(credentials: BodyIn<typeof authToken>): Promise<SessionUser> {
  const answer: { token: string; user?: SessionUser } = await api(authToken, { body: credentials })
  const user = answer.user ?? userFromName(credentials.username)
  forgetPerson()
  storeSession(answer.token, user, credentials.remember ?? false)
  await settled()
  return user
}

/** Opens a magic link or an invitation; whoever was signed in here is signed out first, whatever comes of it. */
export async function enterByLink(uid: string, token: string): Promise<SessionUser> {
  clearSession()
  forgetPerson()
  await settled()
  const answer: { token: string; user: SessionUser } | undefined = await api(openMagicLink, {
    params: { uid, token },
  })
  if (!answer?.token || !answer.user) {
    throw new ApiError({ status: 200, code: 'invalid_response', message: i18next.t('auth:magicLink.noData') })
  }
  storeSession(answer.token, answer.user, false)
  await settled()
  return answer.user
}

/** Ends the session here at once; the server is told, but nobody waits for a bad network to leave. */
export function signOut() {
  if (isAuthenticated()) {
    api(signOutCall, {}).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }
  clearSession()
  forgetPerson()
}

/** Roles and names may have changed since the session was stored. */
export async function refreshUser(): Promise<void> {
  if (!isAuthenticated()) return
  try {
    storeUser(await api(usersMe, {}))
  } catch (error) {
    // Without a network the stored user serves; a refused token has already signed the person out.
    if (!(error instanceof ApiError)) throw error
  }
}
