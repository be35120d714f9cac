import { isOperator, takesTests } from '#contract/access.ts'
import type { User } from '#contract/auth.ts'
import type { Locale } from '#contract/fields.ts'

/** The slices that the application keeps in the browser, read here without its state library. */
function slice(storage: () => Storage, name: string): Record<string, unknown> | undefined {
  try {
    const stored: unknown = JSON.parse(storage().getItem(name) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('state' in stored)) return undefined
    return typeof stored.state === 'object' && stored.state !== null ? { ...stored.state } : undefined
  } catch {
    // Storage that is denied or damaged has nothing to read.
    return undefined
  }
}

let keeping = true

/** Stops writing choices to this device. */
export function keepNothing(): void {
  keeping = false
}

function write(name: string, state: Record<string, unknown>): void {
  if (!keeping) return
  try {
    localStorage.setItem(name, JSON.stringify({ state, version: 0 }))
  } catch {
    // Denied storage: the choice lasts until the page is closed.
  }
}

const device = () => localStorage
const tab = () => sessionStorage

export interface Session {
  token: string
  /** `company` is empty for somebody of no client: an invitation's session always has one. */
  user: Pick<User, 'id' | 'name' | 'company' | 'emailVerified'>
  /** Takes tests: an operator or a manager who is nobody's candidate or employee does not. */
  participant: boolean
  /** May look at tests without taking them. */
  operator: boolean
  /** It came by an invitation, or from before sessions said so: no way to the account. */
  invitation: boolean
}

/** The session of a page without storage: it lasts as long as the page. */
let unstored: Record<string, unknown> | undefined

function sessionIn(storage: () => Storage): Session | undefined {
  const state = slice(storage, 'terazi.auth') ?? unstored
  const user = state?.user
  if (state?.signedIn !== true || typeof state.token !== 'string') return undefined
  if (typeof user !== 'object' || user === null || !('id' in user) || typeof user.id !== 'string')
    return undefined
  const name = 'name' in user && typeof user.name === 'string' ? user.name : ''
  const company = 'company' in user && typeof user.company === 'string' ? user.company : ''
  const invitation = !('invitation' in user) || user.invitation !== false
  // A user without named roles may open what anybody may; sessions stored by an older release name none.
  const authority = 'authority' in user && Array.isArray(user.authority) ? user.authority : []
  const participant = authority.length === 0 || takesTests({ authority })
  const operator = isOperator({ authority })
  const emailVerified = !('emailVerified' in user) || user.emailVerified !== false
  const { token } = state
  return { token, user: { id: user.id, name, company, emailVerified }, participant, operator, invitation }
}

/** The signed-in user's session; a session of this tab takes precedence over one that the device remembers. */
export const currentSession = (): Session | undefined => sessionIn(tab) ?? sessionIn(device)

/** The tokens of all sessions that this tab may use: its own, and the one that the device remembers. */
export const tokensHere = (): Set<string> =>
  new Set([sessionIn(tab), sessionIn(device)].flatMap((session) => session?.token ?? []))

/** The session of this tab as another one may have it (web/app/tabs.ts), token and user. */
export function sharedSession(): { token: unknown; user: unknown } | undefined {
  if (!sessionIn(tab) || sessionStorage.getItem('terazi.shared') !== '1') return undefined
  const { token, user } = slice(tab, 'terazi.auth') ?? {}
  return { token, user }
}

const ofTab = [
  'terazi.auth',
  'terazi.company',
  'terazi.assign',
  'terazi.invite',
  'terazi.link',
  'terazi.shared',
  'terazi.person',
  'terazi.since',
  'terazi.taking',
] as const

/** Forgets the session as at a sign-out. @returns what puts it back, with all that belongs to it */
export function suspendSession(): () => void {
  try {
    const kept = ofTab.map((name) => [name, sessionStorage.getItem(name)] as const)
    const remembered = localStorage.getItem('terazi.auth')
    forgetSession()
    return () => {
      for (const [name, value] of kept) if (value !== null) sessionStorage.setItem(name, value)
      if (remembered !== null) localStorage.setItem('terazi.auth', remembered)
    }
  } catch {
    // Denied storage has no session either.
    return () => undefined
  }
}

/** A session for this tab alone, in the place of every other, as the application stores it (web/app/auth.ts). */
export function storeSession(token: string, user: User): void {
  forgetSession()
  try {
    sessionStorage.removeItem('terazi.ended')
    // It is none from before this browser became a tablet (web/app/auth.ts).
    sessionStorage.setItem('terazi.since', localStorage.getItem('terazi.tablet') ?? '')
    sessionStorage.setItem(
      'terazi.auth',
      JSON.stringify({ state: { signedIn: true, token, user }, version: 0 }),
    )
  } catch {
    unstored = { signedIn: true, token, user }
  }
}

/** Forgets the session and all form input of this tab, which the next person here must not find (web/app/auth.ts). */
export function forgetSession(status?: number): void {
  unstored = undefined
  try {
    // The reason that the sign-in page then shows (web/app/sessionEnd.ts).
    if (status !== undefined) sessionStorage.setItem('terazi.ended', status === 401 ? 'ended' : 'refused')
    for (const name of ofTab) sessionStorage.removeItem(name)
    localStorage.removeItem('terazi.auth')
  } catch {
    // Denied storage has no session either.
  }
}

const isLocale = (value: unknown): value is Locale => value === 'tr' || value === 'en'

/** The chosen language; before any choice the first of the browser's that we have, else the installation's. */
export function storedLocale(): Locale {
  const chosen = slice(device, 'terazi.locale')?.currentLang
  if (isLocale(chosen)) return chosen
  const written = document.documentElement.lang
  return (
    navigator.languages.map((language) => language.slice(0, 2)).find(isLocale) ??
    (isLocale(written) ? written : 'tr')
  )
}

/** True if somebody chose this browser's language, rather than getting it from an account (web/app/localeSettings.ts). */
export function isLocaleChosen(): boolean {
  try {
    const chosen = slice(device, 'terazi.locale')?.currentLang
    return chosen !== undefined && localStorage.getItem('terazi.accountLocale') !== chosen
  } catch {
    return false
  }
}

/** Notes that a language comes with an account: the next person's account may bring another one. */
export function noteAccountLocale(locale: Locale): void {
  try {
    localStorage.setItem('terazi.accountLocale', locale)
  } catch {
    // Denied storage: it lasts until the page is closed.
  }
}

export const storeLocale = (currentLang: Locale): void => write('terazi.locale', { currentLang })

export const themeSlice = (): Record<string, unknown> => slice(device, 'terazi.theme') ?? {}

/** Mode with its navigation mode, as the application adjusts it; every other setting stays. */
export function storeMode(mode: 'light' | 'dark'): void {
  const state = themeSlice()
  const layout = state.layout
  const modern = typeof layout === 'object' && layout !== null && 'type' in layout && layout.type === 'modern'
  write('terazi.theme', { ...state, mode, navMode: modern ? 'transparent' : mode })
}

export interface Look {
  size: 0 | 1 | 2
  contrast: boolean
  timer: boolean
  shortcuts: boolean
  /** Ten statements on a page, where there is room. */
  pages: boolean
  /** The next statement follows an answer. */
  autoNext: boolean
}

export function storedLook(): Look {
  const state = slice(device, 'terazi.player') ?? {}
  return {
    size: state.size === 1 || state.size === 2 ? state.size : 0,
    contrast: state.contrast === true,
    timer: state.timer !== false,
    shortcuts: state.shortcuts !== false,
    pages: state.pages !== false,
    autoNext: state.autoNext !== false,
  }
}

export const storeLook = (look: Look): void => write('terazi.player', { ...look })
