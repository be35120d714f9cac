import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Authority } from '#contract/access.ts'
import type { User } from '#contract/auth.ts'
import { forgetSessionEnd, noteSessionEnd } from './sessionEnd.ts'
import { authSlice, deviceSlice, rememberSession, slicesIn, tabSlice } from './storage.ts'

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
  phone: '',
  avatar: '',
  authority: ['guest'],
  company: '',
  locale: 'tr',
  timeZone: 'Europe/Istanbul',
  emailVerified: false,
  createdAt: '1970-01-01T00:00:00.000Z',
  hasPassword: false,
  invitation: false,
  singleSignOn: false,
}

const signedOut: AuthState = { signedIn: false, token: null, user: anonymous }

export const useAuth = create<AuthState>()(
  persist(() => signedOut, { name: 'terazi.auth', version: 0, storage: slicesIn(authSlice) }),
)

export const isAuthenticated = (state: AuthState = useAuth.getState()) =>
  state.signedIn && state.token !== null

/** The mark of a test day's tablet, another one each time it is prepared (web/player/device/kiosk.ts). */
const tabletMark = () => deviceSlice.getItem('terazi.tablet')
/** The mark that there was when the session of this tab began; the player keeps it, too (web/player/device/slices.ts). */
const sinceMark = 'terazi.since'

/**
 * True if the session of this tab is older than its browser's use as a tablet: the tab was asleep, closed or on the public
 * site when that began.
 */
export const isFromBeforeTablet = (): boolean =>
  tabletMark() !== null &&
  tabSlice.getItem('terazi.auth') !== null &&
  tabSlice.getItem(sinceMark) !== tabletMark()

/** Stores the token first, then the user, so that code that waits for the user finds a valid token. */
export function storeSession(token: string, user: SessionUser, remember: boolean) {
  forgetSessionEnd()
  rememberSession(remember)
  tabSlice.setItem(sinceMark, tabletMark() ?? '')
  useAuth.setState({ signedIn: true, token })
  useAuth.setState({ user })
}

export function storeUser(user: SessionUser) {
  useAuth.setState({ user })
}

/**
 * Keys of form drafts, and of the choice to share the session with other tabs; kept for the tab. The player lists the same
 * (web/player/device/slices.ts).
 */
const drafts = [
  'terazi.company',
  'terazi.assign',
  'terazi.invite',
  'terazi.link',
  'terazi.shared',
  'terazi.since',
  'terazi.taking',
] as const

/**
 * Forgets every session of this browser, the remembered one too, and what was being filled in: tax and identity numbers
 * must not stay behind for the next person at this computer. Telling the server is the caller's part.
 */
export function clearSession() {
  for (const name of drafts) void tabSlice.removeItem(name)
  forgetSessionEnd()
  rememberSession(true)
  useAuth.setState(signedOut)
}

/** A sign-out or sign-in in another tab is followed at once. */
export function followOtherTabs() {
  window.addEventListener('storage', (event) => {
    if (event.key !== 'terazi.auth') return
    const before = isAuthenticated()
    void useAuth.persist.rehydrate()
    if (before && !isAuthenticated()) noteSessionEnd('ended')
  })
}
