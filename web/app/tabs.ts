import { isAuthenticated, type SessionUser, storeSession, useAuth } from './auth.ts'
import { tabSlice } from './storage.ts'

/**
 * A session that the device does not remember is shared by all tabs of the browser: a new tab asks the open ones for
 * it. Only sessions that began at the sign-in page are given away. The player answers, too (web/player/device/tabs.ts).
 */
type Message =
  | { what: 'ask'; by: string }
  | { what: 'give'; to: string; token: string; user: SessionUser }
  | { what: 'leave'; token: string }

/** Set for a session of this tab that other tabs may have; clearSession removes it. */
const mark = 'terazi.shared'
const channelName = 'terazi.session'
const longestWaitMs = 150

/** Pages that sign somebody in by what they were opened with: never with another tab's session. */
const ownEntry = /^\/(magic-link|reset-password)(\/|$)/
/** Pages that are drawn without a session: an answer that comes later leads away from them. */
const signedOutPage = /^\/(sign-in|sign-up|forgot-password)\/?$/

let channel: BroadcastChannel | undefined

/** Lets other tabs have the session that has just begun here. */
export function shareSession() {
  tabSlice.setItem(mark, '1')
}

/** Signs out every tab that has this session. */
export function leaveInTabs(token: string) {
  channel?.postMessage({ what: 'leave', token } satisfies Message)
}

interface Follower {
  /** This tab has got a session from another one. */
  entered: () => void
  /** The person signed out in another tab. */
  left: () => void
  /** Another tab has made this device a test day's tablet: nobody stays signed in. */
  prepared: () => void
}

/** The mark of a test day's tablet (web/player/device/kiosk.ts). */
const tabletMark = 'terazi.tablet'

let follower: Follower | undefined
let given = false

/** Says what happens in this tab when another one gives or ends its session. */
export function followTabs(told: Follower) {
  follower = told
  // It may have come while the first page was being decided on.
  if (given) told.entered()
}

/**
 * Listens to the other tabs and, where this one has no session, asks them for theirs. Resolves when one has answered, or
 * soon: at once where the page needs none.
 */
export function joinTabs(): Promise<void> {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === tabletMark && newValue !== null && isAuthenticated()) follower?.prepared()
  })
  if (!('BroadcastChannel' in window)) return Promise.resolve()
  const tabs = new BroadcastChannel(channelName)
  channel = tabs
  const self = crypto.randomUUID()
  const path = window.location.pathname
  const asks = !isAuthenticated() && !ownEntry.test(path)
  return new Promise((resolve) => {
    tabs.onmessage = ({ data }: MessageEvent<Message>) => {
      const { token, user } = useAuth.getState()
      if (data.what === 'ask' && token !== null && tabSlice.getItem(mark) === '1')
        tabs.postMessage({ what: 'give', to: data.by, token, user } satisfies Message)
      if (data.what === 'give' && data.to === self && asks && token === null) {
        storeSession(data.token, data.user, false)
        shareSession()
        given = true
        resolve()
        follower?.entered()
      }
      if (data.what === 'leave' && data.token === token) follower?.left()
    }
    if (asks) tabs.postMessage({ what: 'ask', by: self } satisfies Message)
    if (!asks || signedOutPage.test(path)) resolve()
    else setTimeout(resolve, longestWaitMs)
  })
}
