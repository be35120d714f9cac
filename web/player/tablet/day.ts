import { tabletPage } from '#contract/pages.ts'
import type { TabletDay } from '#contract/tablets.ts'
import { replace } from '../address.ts'
import { CallFailure, request } from '../api.ts'
import { lockOthers } from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { isTablet, markTablet } from '../device/kiosk.ts'
import { isDark } from '../device/look.ts'
import { endSession } from '../device/signOut.ts'
import { forgetSession, storedLook, tokensHere } from '../device/slices.ts'
import { currentLocale } from '../words.ts'
import { tabletCalls } from './calls.ts'
import { dayStateNow, startClock, tabletClock } from './clock.ts'
import { failureOf, type TabletFailure } from './failure.ts'
import { wasOwnReload } from './guard.ts'
import { clearTraces, deliver, leave, lock, unlock } from './handOver.ts'
import { isReadable } from './offline.ts'
import { doublingPause } from './pause.ts'
import { type Person, readPerson } from './person.ts'
import { changeLock, forgetLock, pageId, readLock, verifierOf } from './pin.ts'
import { change, tabletState } from './state.ts'
import {
  importKey,
  readDevice,
  readPackage,
  readTablet,
  removeKey,
  removePackage,
  removePrepared,
  saveOpened,
  savePackage,
  type Tablet,
  writeTablet,
} from './store.ts'

/** Reads what this device is. */
export async function load(): Promise<void> {
  const tablet = isTablet() ? await readTablet(deviceStore).catch(() => undefined) : undefined
  startClock(tablet?.offsetMs)
  const person = tablet && readPerson()
  // Somebody else's session, such as a manager's, is not one for people with a code.
  if (tablet && !person) endOwnSession()
  const kept = tablet && (await readPackage(deviceStore).catch(() => undefined))
  const prepared = kept !== undefined && kept.version === tablet?.day.packageVersion
  if (tablet?.verifier !== undefined) lockWhereLeft(person)
  const locked = tablet?.verifier !== undefined && readLock().locked
  change({ loaded: true, tablet, person, prepared, locked })
  if (tablet) await sync()
}

/** Somebody was in a test when a page of this tablet was last in use: closed or reloaded, or still open beside this one. */
function lockWhereLeft(person: Person | undefined): void {
  const { inTest } = readLock()
  if (inTest === '') return
  if (wasOwnReload()) changeLock({ inTest: person ? pageId : '' })
  else changeLock({ locked: true })
}

async function keep(part: Partial<Tablet>): Promise<void> {
  const { tablet } = tabletState()
  if (!tablet) return
  const next = { ...tablet, ...part }
  change({ tablet: next })
  await writeTablet(deviceStore, next)
}

async function learn(day: TabletDay): Promise<void> {
  tabletClock().sync(day.serverTime)
  await keep({ day, offsetMs: tabletClock().offsetMs })
}

/** A manager's own session must not stay on a tablet that others will use. */
function endOwnSession(): void {
  const tokens = tokensHere()
  forgetSession()
  for (const token of tokens) void endSession(token)
}

export interface SetUp {
  code: string
  name: string
  room: string
}

/** Makes this device a tablet of a test day. @returns why not */
export async function register({ code, name, room }: SetUp): Promise<TabletFailure | undefined> {
  try {
    const device = await readDevice(deviceStore)
    const { token, day } = await request(tabletCalls.register, {
      token: undefined,
      body: { code, name, device, ...(room === '' ? {} : { room }) },
    })
    endOwnSession()
    tabletClock().sync(day.serverTime)
    const usual = { look: storedLook(), dark: isDark(), locale: currentLocale() }
    const tablet: Tablet = { shape: 1, token, day, offsetMs: tabletClock().offsetMs, usual }
    await writeTablet(deviceStore, tablet)
    markTablet(true)
    forgetLock()
    // The code leaves the address bar.
    replace(tabletPage)
    // Else a browser that runs out of space may delete what is stored.
    await navigator.storage?.persist?.().catch(() => false)
    change({ tablet, reached: true, prepared: false })
    void sync()
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}

/** Opens the day with its PIN. @returns why not */
export async function open(pin: string): Promise<TabletFailure | undefined> {
  const { tablet } = tabletState()
  return tablet && openWith(tablet, pin)
}

async function openWith(tablet: Tablet, pin: string): Promise<TabletFailure | undefined> {
  try {
    const { day, key } = await request(tabletCalls.open, { token: tablet.token, body: { pin } })
    tabletClock().sync(day.serverTime)
    const verifier = await verifierOf(pin)
    const opened = { ...tablet, day, verifier, offsetMs: tabletClock().offsetMs }
    await saveOpened(deviceStore, opened, await importKey(key))
    // Unlocking opens it again: who is in a test stays.
    if (!tabletState().person) endOwnSession()
    change({ tablet: opened, reached: true })
    void sync()
    return undefined
  } catch (error) {
    const failure = failureOf(error)
    if (failure !== 'storage' && failure.code === 'tablet_pending') {
      waitingPin = pin
      await keep({ day: { ...tablet.day, pending: true } }).catch(() => change({ full: true }))
    }
    return failure
  }
}

/** The PIN that was typed on a tablet before a manager confirms it: the tablet opens with it afterwards. */
let waitingPin: string | undefined

async function openConfirmed(): Promise<void> {
  const pin = waitingPin
  const { pending, confirmed } = tabletState().tablet?.day ?? {}
  if (pin === undefined || dayStateNow() !== 'today' || pending) return
  waitingPin = undefined
  // If nobody has confirmed the tablet, the PIN was replaced: the one that was typed would count as a wrong one.
  if (confirmed) await open(pin)
}

/** True if the server takes a PIN that the device does not know: it may have been replaced. */
export async function isNewPin(pin: string): Promise<boolean> {
  const failure = await open(pin)
  return failure === undefined
}

/**
 * After a PIN that the device knows: where the server no longer takes it, the tablet is locked again. Where it refuses the tablet
 * itself, the day says why: a withdrawn one takes its person off.
 */
export async function confirmPin(pin: string): Promise<void> {
  const failure = await open(pin)
  if (!(failure instanceof CallFailure)) return
  if (failure.code === 'tablet_refused') lock()
  else if ([401, 403, 409].includes(failure.status)) await sync()
}

const packageTimeoutMs = 600_000
const notReadyMs = 3_000
let fetching: Promise<void> | undefined

/** After a package that did not fit. */
const pause = doublingPause()
/** The version that was fetched a second time because what was kept could not be read. */
let fetchedAgain: string | undefined

/** Fetches what the day needs without a connection, where the server has a newer one or what is kept is damaged. */
function fetchPackage(): Promise<void> {
  fetching ??= fetchOnce().finally(() => {
    fetching = undefined
  })
  return fetching
}

async function fetchOnce(): Promise<void> {
  const { tablet } = tabletState()
  if (!tablet) return
  const { packageVersion } = tablet.day
  const kept = await readPackage(deviceStore).catch(() => undefined)
  if (kept?.version === packageVersion) {
    const readable = await isReadable()
    change(readable ? { prepared: true, full: false } : { prepared: false })
    if (readable || fetchedAgain === packageVersion) return
    fetchedAgain = packageVersion
    await removePackage(deviceStore)
  }
  change({ prepared: false })
  if (!pause.isOver()) return
  const found = await request(tabletCalls.package, { token: tablet.token, timeoutMs: packageTimeoutMs })
  // The day may have ended meanwhile.
  const state = dayStateNow()
  if (state === 'over' || state === 'withdrawn') return
  await savePackage(deviceStore, found).catch((error: unknown) => {
    pause.failed()
    throw error
  })
  pause.worked()
  change({ prepared: await isReadable(), full: false })
}

/** Asks how the day is, and does what follows from it; without an answer, what follows from the time. */
export async function sync(): Promise<void> {
  const { tablet } = tabletState()
  if (!tablet) return
  try {
    await learn(await request(tabletCalls.day, { token: tablet.token }))
    change({ reached: true })
    await openConfirmed()
    const state = dayStateNow()
    if (state !== 'over' && state !== 'withdrawn') await fetchPackage()
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'storage') {
      console.warn('The tablet could not store its day, or what it prepares.')
      change({ full: true })
    } else if (failure.code === 'package_not_ready') {
      // A job of the server makes what this tablet finds people by.
      setTimeout(() => void sync(), notReadyMs)
    } else if (failure.status === 401) await keep({ withdrawn: true })
    else change({ reached: failure.status !== 0 })
  }
  await follow()
  await clearTraces()
  deliver()
}

/** Removes the prepared content when the day is over or the tablet is withdrawn. */
async function follow(): Promise<void> {
  const { tablet, person, finished } = tabletState()
  const state = dayStateNow()
  if (state === 'withdrawn' || state === 'over') await removePrepared(deviceStore)
  if (state === 'planned' && tablet?.verifier) {
    await removeKey(deviceStore)
    // The verifier stays while a person is in a test: nobody could unlock the tablet otherwise.
    if (!person && !finished) await keep({ verifier: undefined })
  }
  if (state === 'withdrawn' && (person || finished)) await leave()
  if (state !== 'open' && !tabletState().person) {
    // Nothing is left that the lock would guard, unless somebody is in a test in another page.
    if (tabletState().locked && (readLock().inTest === '' || !tabletState().tablet?.verifier)) unlock()
    if (state === 'over' || state === 'withdrawn') await lockOthers(deviceStore, '')
  }
}
