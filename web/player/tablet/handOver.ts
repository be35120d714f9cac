import { tabletPage } from '#contract/pages.ts'
import { replace } from '../address.ts'
import { lockOthers } from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { markTablet } from '../device/kiosk.ts'
import { changeLook, isDark, setDark } from '../device/look.ts'
import { endSession } from '../device/signOut.ts'
import { currentSession, forgetSession } from '../device/slices.ts'
import { deliverOfOthers, deliverStored } from '../pages/deliver.ts'
import { setLocale } from '../words.ts'
import { forgetProofKey } from './codeKey.ts'
import { offlineToken } from './offlineToken.ts'
import { forgetRead } from './person.ts'
import { changeLock, forgetLock, lockKey, pageId, readLock } from './pin.ts'
import { change, tabletState } from './state.ts'
import { forgetTablet, wipePerson } from './store.ts'

let delivering = false

/** Sends what people left here unsent. Who is in a test sends their own. */
export function deliver(): void {
  if (delivering) return
  delivering = true
  const send = async () => {
    await deliverOfOthers()
    // Left by a page that was closed in the middle of a test: sent, and kept for its person.
    if (!tabletState().person) await deliverStored(undefined)
  }
  send()
    .catch((error: unknown) => console.warn('Answers are still to be sent.', error))
    .finally(() => {
      delivering = false
    })
}

/** People whose tests the device has not removed or locked yet. */
const unwiped = new Set<string>()
/** A key that proves deliveries may be here: an earlier page of this tablet may have left one. */
let keyLeft = true

/** Takes off the tablet what people left here. What the device refuses is tried again before the next person, and said. */
export async function clearTraces(): Promise<void> {
  // Somebody is in a test, here or in another page.
  if (tabletState().person || readLock().inTest !== '') return
  try {
    if (keyLeft) await forgetProofKey()
    keyLeft = false
    for (const userId of unwiped) {
      await wipePerson(deviceStore, userId)
      unwiped.delete(userId)
    }
    if (tabletState().traces) change({ traces: false })
  } catch (error) {
    console.error('The last person’s data could not be removed.', error)
    change({ traces: true })
  }
}

/** Between a test's disappearing from the page, with its last write, and removing it from the device. */
const settleMs = 100

/** Takes what belongs to the person off the tablet. */
export async function wipe(): Promise<void> {
  const { person, tablet } = tabletState()
  const session = currentSession()
  forgetSession()
  forgetRead()
  change({ person: undefined })
  if (readLock().inTest === pageId) changeLock({ inTest: '' })
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  if (person) {
    keyLeft = true
    unwiped.add(person.userId)
  }
  await clearTraces()
  if (session && session.token !== offlineToken) void endSession(session.token)
  if (tablet) {
    const { look, dark, locale } = tablet.usual
    changeLook(look)
    if (isDark() !== dark) setDark(dark)
    await setLocale(locale).catch(() => undefined)
  }
  deliver()
}

/** The person goes, and the next one enters a code. */
export async function leave(): Promise<void> {
  await wipe()
  change({ finished: undefined, supervising: false })
  replace(tabletPage)
}

export function lock(): void {
  if (tabletState().locked) return
  changeLock({ locked: true })
  change({ locked: true, supervising: false })
}

/** Goes on in this page: another one that somebody has entered on steps back. */
export function unlock(): void {
  const { person } = tabletState()
  // A page that was closed in a test has left its person's key.
  if (!person) keyLeft = true
  changeLock({ locked: false, inTest: person ? pageId : '' })
  change({ locked: false })
}

/** Another page of this tablet is in use. What is unsent stays on the device, and its person enters their code again. */
function stepBack(): void {
  forgetSession()
  forgetRead()
  change({ person: undefined, finished: undefined, supervising: false })
  replace(tabletPage)
}

/** All pages of a tablet are locked and unlocked together, and one of them at a time has a person. @returns what ends that */
export function followPages(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key !== lockKey) return
    const { locked, inTest } = readLock()
    const { person, tablet } = tabletState()
    if (!tablet) return
    if (person && inTest !== pageId) stepBack()
    change(locked ? { locked, supervising: false } : { locked })
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** The device is no tablet any more. Answers that were not sent stay, and go out with the player's next page. */
export async function leaveDay(): Promise<void> {
  await wipe()
  await lockOthers(deviceStore, '').catch(() => undefined)
  await forgetTablet(deviceStore)
  markTablet(false)
  forgetLock()
  window.location.replace(tabletPage)
}
