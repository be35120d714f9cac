import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Authority } from '#contract/access.ts'
import type { User } from '#contract/auth.ts'
import { authSlice, rememberSession } from './storage.ts'

export type SessionUser = Omit<User, 'authority'> & { authority: readonly (Authority | 'guest')[] }

export interface AuthState {
  signedIn: boolean
  token: string | null
  user: SessionUser
}

export const anonymous: SessionUser = {
  id: '',
  userName: 'Anonymous',
  name: '',
  email: '',
  avatar: '',
  authority: ['guest'],
  company: '',
  locale: 'tr',
  timeZone: 'Europe/Istanbul',
  emailVerified: false,
}

const signedOut: AuthState = { signedIn: false, token: null, user: anonymous }

export const useAuth = create<AuthState>()(
  persist(() => signedOut, { name: 'terazi.auth', version: 0, storage: createJSONStorage(() => authSlice) }),
)

export const isAuthenticated = (state: AuthState = useAuth.getState()) =>
  state.signedIn && state.token !== null

/** Stores the token first, then the user: whoever waits for the user finds a token that works. */
export function storeSession(token: string, user: SessionUser, remember: boolean) {
  rememberSession(remember)
  useAuth.setState({ signedIn: true, token })
  useAuth.setState({ user })
}

export function storeUser(user: SessionUser) {
  useAuth.setState({ user })
}

/** Forgets every session of this browser, the remembered one too; telling the server is the caller's part. */
export function clearSession() {
  rememberSession(true)
  useAuth.setState(signedOut)
}

/** A sign-out or sign-in in another tab is followed at once. */
export function followOtherTabs() {
  window.addEventListener('storage', (event) => {
    if (event.key === 'terazi.auth') void useAuth.persist.rehydrate()
  })
}
