import { lockAttempts } from '../attempt/saving/store.ts'
import { deviceStore } from './indexedDb.ts'
import { forgetRegistered } from './registered.ts'
import { forgetSession, type Session } from './slices.ts'
import { leaveInTabs } from './tabs.ts'

/** Ends a session on the server and in every other tab; there it expires anyway, should the server not hear of it. */
export async function endSession(token: string): Promise<void> {
  leaveInTabs(token)
  await fetch('/api/sign-out/', {
    method: 'POST',
    headers: { authorization: `Token ${token}` },
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined)
}

/** Signs out on the server and here. What is stored of begun tests opens again for the same person only. */
export async function signOutHere(session: Session): Promise<void> {
  // A device without IndexedDB has nothing to lock.
  await lockAttempts(deviceStore, session.user.id).catch(() => undefined)
  await endSession(session.token)
  forgetSession()
  forgetRegistered()
  window.location.assign('/sign-in')
}
