import { isPreparing } from './kiosk.ts'
import { currentSession, forgetSession, type Session, sharedSession } from './slices.ts'

let channel: BroadcastChannel | undefined

/** Signs out every tab that has this session. */
export function leaveInTabs(token: string): void {
  channel?.postMessage({ what: 'leave', token })
}

interface Told {
  /** The person signed out in another tab. */
  signedOut: () => void
  /** Another tab has made this device a tablet that others will use: nobody stays signed in. */
  prepared: (session: Session) => void
}

/**
 * Gives the session of this tab to a new one of the same browser that asks for it, and ends it when its person signs out
 * in another tab. The messages are those of the application (web/app/tabs.ts).
 */
export function answerTabs({ signedOut, prepared }: Told): void {
  window.addEventListener('storage', (event) => {
    const session = isPreparing(event) ? currentSession() : undefined
    if (session) prepared(session)
  })
  if (!('BroadcastChannel' in window)) return
  const tabs = new BroadcastChannel('terazi.session')
  channel = tabs
  tabs.onmessage = ({ data }: MessageEvent<{ what: string; by?: string; token?: string }>) => {
    const shared = sharedSession()
    if (data.what === 'ask' && shared) tabs.postMessage({ what: 'give', to: data.by, ...shared })
    if (data.what !== 'leave' || data.token === undefined || data.token !== currentSession()?.token) return
    forgetSession()
    signedOut()
  }
}
