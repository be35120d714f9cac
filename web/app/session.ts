import i18next from 'i18next'
import type { authToken } from '#contract/auth.ts'
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
  useAuth,
} from './auth.ts'
import { forgetSelectedClient } from './clientSelection.ts'
import { queryClient } from './queryClient.ts'

/** The pause between storing a session and moving on, and between clearing one and opening a magic link. */
const settleMs = 100

/**
 * The calls come when they are made: their schemas (zod) are a tenth of the first page's code, and nobody waits
 * for them who only reads the page. `warmUp` fetches them while a form is being filled in.
 */
const calls = () => import('#contract/auth.ts')

export function warmUp() {
  calls().catch(() => {
    // the call itself will try again and report it
  })
}

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

/**
 * Whenever a session ends or another takes its place, here or in another tab, what was loaded or chosen for its person
 * is forgotten: the next one must not see it.
 */
export function watchSession(onSignedOut: () => void) {
  useAuth.subscribe((now, before) => {
    if (before.token !== null && now.token !== before.token) {
      queryClient.clear()
      forgetSelectedClient()
    }
    if (before.signedIn && !now.signedIn) onSignedOut()
  })
}

/** Signs in and stores the session; resolves when it is time to move on. */
export async function signIn(credentials: BodyIn<typeof authToken>): Promise<SessionUser> {
  const { authToken } = await calls()
  const answer: { token: string; user?: SessionUser } = await api(authToken, { body: credentials })
  const user = answer.user ?? userFromName(credentials.username)
  storeSession(answer.token, user, credentials.remember ?? false)
  await settled()
  return user
}

/** Opens a magic link or an invitation; whoever was signed in here is signed out first, whatever comes of it. */
export async function enterByLink(uid: string, token: string): Promise<SessionUser> {
  clearSession()
  const [{ openMagicLink }] = await Promise.all([calls(), settled()])
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

/** Has a sign-in link sent to an address. */
export async function sendMagicLink(email: string): Promise<void> {
  const { requestMagicLink } = await calls()
  await api(requestMagicLink, { body: { email } })
}

/** Ends the session here at once; the server is told, but nobody waits for a bad network to leave. */
export function signOut() {
  const { token } = useAuth.getState()
  clearSession()
  if (token) void tellServer(token)
}

async function tellServer(token: string) {
  try {
    const { signOut: call } = await calls()
    await api(call, { headers: { authorization: `Token ${token}` } })
  } catch {
    // unreachable or already ended: the session runs out by itself
  }
}

/** Roles and names may have changed since the session was stored. */
export async function refreshUser(): Promise<void> {
  if (!isAuthenticated()) return
  try {
    const { usersMe } = await calls()
    storeUser(await api(usersMe, {}))
  } catch (error) {
    // Without a network the stored user serves; a refused token has already signed the person out.
    if (!(error instanceof ApiError)) throw error
  }
}
