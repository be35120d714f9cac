import { lockAttempts } from '../attempt/store.ts'
import { deviceStore } from './indexedDb.ts'
import { forgetSession, type Session } from './slices.ts'
import { leaveInTabs } from './tabs.ts'

/** Signs out on the server and here. What is stored of begun tests opens again for the same person only. */
export async function signOutHere(session: Session): Promise<void> {
  // A device without IndexedDB has nothing to lock.
  await lockAttempts(deviceStore, session.user.id).catch(() => undefined)
  // The session is forgotten here whether or not the server hears of it; there it expires.
  await fetch('/api/sign-out/', {
    method: 'POST',
    headers: { authorization: `Token ${session.token}` },
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined)
  leaveInTabs(session.token)
  forgetSession()
  window.location.assign('/sign-in')
}
