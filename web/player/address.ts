import { useSyncExternalStore } from 'react'
import { kioskHere } from './device/kiosk.ts'

export const myAssignments = '/participant/assignments'
export const myConsents = '/participant/consents'
export const myData = '/participant/data'
/** Set by what leads to withdrawing the consent for one test: the page of consents asks at once. */
const withdrawParameter = 'withdraw'
export const withdrawPath = (assignmentId: string): string =>
  `${myConsents}?${new URLSearchParams({ [withdrawParameter]: assignmentId })}`
export const wantsToWithdraw = (search: string): string | null =>
  new URLSearchParams(search).get(withdrawParameter)
export const assignmentPath = (id: string): string => `${myAssignments}/${encodeURIComponent(id)}`
export const resultPath = (id: string): string => `${assignmentPath(id)}/result`

/** Set by the page that opens an invitation (contract/landing.ts): the list greets the person instead of only listing. */
export const welcomeParameter = 'welcome'

export type Route =
  | { page: 'list'; welcome: boolean }
  | { page: 'assignment' | 'result'; id: string }
  | { page: 'consents' }
  | { page: 'tests'; code: string | undefined }
  | { page: 'preview'; code?: string; version?: string }
  | { page: 'link' }
  | { page: 'code' }
  | { page: 'tablet' }
  | { page: 'register'; code: string }
  | { page: 'data' }
  | { page: 'unknown' }

// The paths' names of the inventories, and the inventories' codes.
const codes: Record<string, string> = { myt: 'MYT', scl90: 'SCL90', ayt: 'AYT', englishtest: 'ENGLISH' }

export function routeOf(pathname: string, search = ''): Route {
  const [area, place, name, ...more] = pathname.split('/').filter((part) => part !== '')
  if (area === 'admin' && name !== undefined && more[2] === 'preview')
    return { page: 'preview', code: name, version: more[1] ?? '' }
  // A frame with this page in it, and no address of its own: the preview of a brand.
  if (area === 'srcdoc') return { page: 'preview' }
  if (area === 'magic-link') return { page: 'link' }
  if (area === 'k' && place === undefined) return { page: 'code' }
  if (area === 'tablet' && place === undefined) return { page: 'tablet' }
  if (area === 'r' && place !== undefined && name === undefined)
    // Drops characters that were appended to the link on its way.
    return { page: 'register', code: /^[\w-]+/.exec(place)?.[0] ?? place }
  const result = place === 'assignments' && more[0] === 'result'
  if (area !== 'participant' || more.length > Number(result)) return { page: 'unknown' }
  if (place === 'assignments' && name === undefined)
    return { page: 'list', welcome: new URLSearchParams(search).has(welcomeParameter) }
  if (place === 'assignments' && name !== undefined)
    return { page: result ? 'result' : 'assignment', id: name }
  if (place === 'consents' && name === undefined) return { page: 'consents' }
  if (place === 'data' && name === undefined) return { page: 'data' }
  if (place === 'tests' && name !== undefined) return { page: 'tests', code: codes[name.toLowerCase()] }
  return { page: 'unknown' }
}

const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

let diverted: (() => void) | undefined

/** Within a preview there are no other pages: what would lead to one calls this instead. */
export function divert(to: (() => void) | undefined): void {
  diverted = to
}

/** Goes to another of these pages, as a step that the browser's Back undoes. */
export function navigate(to: string): void {
  if (diverted) {
    diverted()
    return
  }
  history.pushState(null, '', to)
  changed()
  window.scrollTo(0, 0)
}

/** Replaces the current history entry instead of adding one. */
export function replace(to: string): void {
  history.replaceState(null, '', to)
  changed()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export const useAddress = (): string =>
  useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search)

/** Leaves for the sign-in page, which leads back here; a test day's tablet asks for a code instead. */
export function toSignIn(from = window.location.pathname + window.location.search): void {
  const kiosk = kioskHere()
  if (kiosk) kiosk.signedOut()
  else window.location.assign(`/sign-in?redirectUrl=${encodeURIComponent(from)}`)
}
