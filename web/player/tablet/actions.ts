import { tabletPage } from '#contract/pages.ts'
import type { TabletDay } from '#contract/tablets.ts'
import { replace } from '../address.ts'
import { CallFailure, request } from '../api.ts'
import { serverClock } from '../attempt/clock.ts'
import { lockOthers } from '../attempt/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { type Answer, isTablet, markTablet } from '../device/kiosk.ts'
import { changeLook, isDark, setDark } from '../device/look.ts'
import { endSession } from '../device/signOut.ts'
import { currentSession, forgetSession, storedLook } from '../device/slices.ts'
import { enterBy } from '../entry/session.ts'
import { deliverOfOthers, deliverStored } from '../pages/deliver.ts'
import { currentLocale, setLocale } from '../words.ts'
import { tabletCalls } from './calls.ts'
import { stateOf, type TabletState } from './dayState.ts'
import { answerHere, enterHere } from './offline.ts'
import { forgetRead, keepPerson, readPerson } from './person.ts'
import { changeLock, forgetLock, readLock, verifierOf } from './pin.ts'
import { change, tabletState } from './state.ts'
import {
  forgetTablet,
  importKey,
  readPackage,
  readTablet,
  removeKey,
  removePrepared,
  saveOpened,
  savePackage,
  type Tablet,
  wipePerson,
  writeTablet,
} from './store.ts'

let clock = serverClock()

export const dayStateNow = (): TabletState | undefined => {
  const { tablet } = tabletState()
  return tablet && stateOf(tablet, clock.now())
}

/** Reads what this device is. */
export async function load(): Promise<void> {
  const tablet = isTablet() ? await readTablet(deviceStore).catch(() => undefined) : undefined
  clock = serverClock(tablet?.offsetMs)
  const person = tablet && readPerson()
  // Somebody else's session, such as a manager's, is not one for people with a code.
  if (tablet && !person) endOwnSession()
  const kept = tablet && (await readPackage(deviceStore).catch(() => undefined))
  const prepared = kept !== undefined && kept.version === tablet?.day.packageVersion
  const locked = tablet?.verifier !== undefined && readLock().locked
  change({ loaded: true, tablet, person, prepared, locked })
  if (tablet) await sync()
}

async function keep(part: Partial<Tablet>): Promise<void> {
  const { tablet } = tabletState()
  if (!tablet) return
  const next = { ...tablet, ...part }
  change({ tablet: next })
  await writeTablet(deviceStore, next)
}

async function learn(day: TabletDay): Promise<void> {
  clock.sync(day.serverTime)
  await keep({ day, offsetMs: clock.offsetMs })
}

/** Why something did not work: the call, or a device that cannot store what a tablet must (private mode, a full disk). */
export type TabletFailure = CallFailure | 'storage'

function failureOf(error: unknown): TabletFailure {
  if (error instanceof CallFailure) return error
  console.error(error)
  return 'storage'
}

/** A manager's own session must not stay on a tablet that others will use. */
function endOwnSession(): void {
  const session = currentSession()
  forgetSession()
  if (session) void endSession(session.token)
}

export interface SetUp {
  number: string
  pin: string
  name: string
  room: string
}

/** Makes this device a tablet of a test day. @returns why not */
export async function register({ number, pin, name, room }: SetUp): Promise<TabletFailure | undefined> {
  try {
    const { token, day } = await request(tabletCalls.register, {
      token: undefined,
      body: { number, pin, name, ...(room === '' ? {} : { room }) },
    })
    endOwnSession()
    clock.sync(day.serverTime)
    const usual = { look: storedLook(), dark: isDark(), locale: currentLocale() }
    const tablet: Tablet = { shape: 1, token, day, offsetMs: clock.offsetMs, usual }
    await writeTablet(deviceStore, tablet)
    markTablet(true)
    forgetLock()
    // The day's number leaves the address bar.
    replace(tabletPage)
    // Else a browser that runs out of space may delete what is stored.
    await navigator.storage?.persist?.().catch(() => false)
    if (stateOf(tablet, clock.now()) === 'today' && (await openWith(tablet, pin)) === undefined)
      return undefined
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
    clock.sync(day.serverTime)
    const verifier = await verifierOf(pin)
    const opened = { ...tablet, day, verifier, offsetMs: clock.offsetMs }
    await saveOpened(deviceStore, opened, await importKey(key))
    // Unlocking opens it again: who is in a test stays.
    if (!tabletState().person) endOwnSession()
    change({ tablet: opened, reached: true })
    void sync()
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}

/** Whether the server takes a PIN that the device does not know: it may have been replaced. */
export async function isNewPin(pin: string): Promise<boolean> {
  const failure = await open(pin)
  return failure === undefined
}

/** After a PIN that the device knows: where the server no longer takes it, the tablet is locked again. */
export async function confirmPin(pin: string): Promise<void> {
  const failure = await open(pin)
  if (failure instanceof CallFailure && failure.code === 'tablet_refused') lock()
}

const packageTimeoutMs = 600_000
let fetching: Promise<void> | undefined

/** Fetches what the day needs without a connection, where the server has a newer one. */
function fetchPackage(): Promise<void> {
  fetching ??= (async () => {
    const { tablet } = tabletState()
    if (!tablet) return
    const kept = await readPackage(deviceStore).catch(() => undefined)
    if (kept?.version !== tablet.day.packageVersion) {
      change({ prepared: false })
      const found = await request(tabletCalls.package, { token: tablet.token, timeoutMs: packageTimeoutMs })
      // The day may have ended meanwhile.
      const state = dayStateNow()
      if (state === 'over' || state === 'withdrawn') return
      await savePackage(deviceStore, found)
    }
    change({ prepared: true })
  })().finally(() => {
    fetching = undefined
  })
  return fetching
}

let delivering = false

/** Sends what people left here unsent. Who is in a test sends their own. */
function deliver(): void {
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

/** Asks how the day is, and does what follows from it; without an answer, what follows from the time. */
export async function sync(): Promise<void> {
  const { tablet } = tabletState()
  if (!tablet) return
  try {
    await learn(await request(tabletCalls.day, { token: tablet.token }))
    change({ reached: true })
    const state = dayStateNow()
    if (state !== 'over' && state !== 'withdrawn') await fetchPackage()
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'storage') console.warn('The tablet could not store how its day is.')
    else if (failure.status === 401) await keep({ withdrawn: true })
    else change({ reached: failure.status !== 0 })
  }
  await follow()
  deliver()
}

/** What is prepared ends with the day, and with the tablet's withdrawal. */
async function follow(): Promise<void> {
  const { tablet, person, finished } = tabletState()
  const state = dayStateNow()
  if (state === 'withdrawn' || state === 'over') await removePrepared(deviceStore)
  if (state === 'planned' && tablet?.verifier) {
    const { verifier: _, ...closed } = tablet
    change({ tablet: closed })
    await writeTablet(deviceStore, closed)
    await removeKey(deviceStore)
  }
  if (state === 'withdrawn' && (person || finished)) await leave()
  if (state !== 'open' && !tabletState().person) {
    // Nothing is left that the lock would guard.
    if (tabletState().locked) unlock()
    if (state === 'over' || state === 'withdrawn') await lockOthers(deviceStore, '')
  }
}

/** Opens the session of the person with a code. @returns why not */
export async function enter(code: string): Promise<TabletFailure | undefined> {
  const { tablet } = tabletState()
  if (!tablet) return undefined
  try {
    const { user } = await enterBy(() => request(tabletCalls.enter, { token: tablet.token, body: { code } }))
    if (!user) return new CallFailure(0, 'no_answer', '')
    const person = { userId: user.id, confirmed: false }
    keepPerson(person)
    change({ person, reached: true })
    return undefined
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'storage') return failure
    if (failure.status === 0 && dayStateNow() === 'open') {
      const userId = await enterHere(tablet, code)
      if (userId !== undefined) {
        const person = { userId, confirmed: false }
        keepPerson(person)
        change({ person, reached: false })
        return undefined
      }
    }
    // Closed, moved or withdrawn meanwhile: the screen says so.
    if (failure.status === 401 || failure.status === 409) await sync()
    else change({ reached: failure.status !== 0 })
    return failure
  }
}

/** Answers what a person's pages ask for, where the server can't. */
export const answerFromPackage: Answer = async (call, input) => {
  const { tablet, person } = tabletState()
  return tablet && person ? answerHere(tablet, clock.now(), call, input) : undefined
}

/** The name is theirs. */
export function confirm(): void {
  const { person } = tabletState()
  if (!person) return
  const confirmed = { ...person, confirmed: true }
  keepPerson(confirmed)
  change({ person: confirmed })
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
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  if (person) await wipePerson(deviceStore, person.userId).catch(() => undefined)
  if (session) void endSession(session.token)
  if (tablet) {
    const { look, dark, locale } = tablet.usual
    changeLook(look)
    setDark(dark)
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

export function unlock(): void {
  changeLock({ locked: false })
  change({ locked: false })
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
