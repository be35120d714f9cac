import type { authToken, signUp as signUpCall } from '#contract/auth.ts'
import type { BodyIn } from '#contract/kit.ts'
import { isUser } from './access.ts'
import { api } from './api.ts'
import { ApiError } from './apiError.ts'
import { markAsked } from './askedLinks.ts'
import {
  anonymous,
  clearSession,
  isAuthenticated,
  type SessionUser,
  storeSession,
  storeUser,
  useAuth,
} from './auth.ts'
import { authCalls } from './authCalls.ts'
import { forgetSelectedClient } from './clientSelection.ts'
import { followAccount } from './i18n.ts'
import { useLocaleSettings } from './localeSettings.ts'
import { lockAttempts } from './lockAttempts.ts'
import { paths } from './paths.ts'
import { queryClient } from './queryClient.ts'
import { leaveInTabs, shareSession } from './tabs.ts'

/** The pause between storing a session and moving on. */
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
    hasPassword: true,
    locale: useLocaleSettings.getState().currentLang,
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

/** A person as the screens need them; what an answer leaves out takes its default. Nothing where nobody can be read. */
function readUser(user: unknown): SessionUser | undefined {
  if (!isUser(user)) return undefined
  const given = Object.entries(user).filter(([, value]) => value !== null && value !== undefined)
  const locale = useLocaleSettings.getState().currentLang
  return { ...anonymous, locale, ...Object.fromEntries(given), id: user.id, authority: user.authority }
}

/**
 * Stores a session; resolves when it is time to move on, without a user and with nothing stored where the answer's
 * cannot be read. From now on somebody else uses this device than the people whose sessions expired; their unfinished
 * work is kept for them.
 */
export async function enter(
  token: string,
  answered: unknown,
  remember: boolean,
): Promise<SessionUser | undefined> {
  const user = readUser(answered)
  if (!user) {
    void endOnServer(token)
    return undefined
  }
  storeSession(token, user, remember)
  if (!remember && window.location.pathname === paths.signIn) shareSession()
  // An invited person's language is their phone's: the account's was chosen by the manager who invited them.
  const follow = user.invitation ? undefined : followAccount(user.locale)
  await Promise.all([follow, lock('others', user.id), settled()])
  return user
}

export async function signIn(credentials: BodyIn<typeof authToken>): Promise<SessionUser | undefined> {
  const { authToken } = await authCalls()
  const answer: { token: string; user?: unknown } = await api(authToken, { body: credentials })
  const user = answer.user ?? userFromName(credentials.username)
  return enter(answer.token, user, credentials.remember ?? false)
}

/** Opens an account and signs its owner in, for this tab alone. */
export async function signUp(account: BodyIn<typeof signUpCall>): Promise<SessionUser | undefined> {
  const { signUp } = await authCalls()
  const { token, user } = await api(signUp, { body: { ...account, browser: markAsked() } })
  return enter(token, user, false)
}

/** Has a sign-in link sent to an address. */
export async function sendMagicLink(email: string): Promise<void> {
  const { requestMagicLink } = await authCalls()
  await api(requestMagicLink, { body: { email, browser: markAsked() } })
}

/** Ends the session here; the server gets the request, but signing out doesn't wait for a bad network. */
export async function signOut(): Promise<void> {
  const { token } = useAuth.getState()
  if (token) leaveInTabs(token)
  await leave()
  if (token) void endOnServer(token)
}

/**
 * Ends here a session that the server has ended. Begun tests on this device open again for the same person only, and are
 * closed before anything on the screen says that the person has left: what moves on at once would leave them open.
 */
export async function leave(): Promise<void> {
  const { user } = useAuth.getState()
  await lock('own', user.id)
  clearSession()
}

const lock = (...whose: Parameters<typeof lockAttempts>) =>
  lockAttempts(...whose).catch(() => {
    // A device that cannot be written to has nothing that could be opened either.
  })

async function endOnServer(token: string) {
  try {
    const { signOut: call } = await authCalls()
    await api(call, { headers: { authorization: `Token ${token}` } })
  } catch {
    // unreachable or already ended: the session expires anyway
  }
}

/** Roles and names may have changed since the session was stored. */
export async function refreshUser(): Promise<void> {
  if (!isAuthenticated()) return
  try {
    const { usersMe } = await authCalls()
    storeUser(await api(usersMe, {}))
  } catch (error) {
    // The stored user serves if there is no network; a refused token has already signed the person out.
    if (!(error instanceof ApiError)) throw error
  }
}
