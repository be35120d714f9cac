import type { openMagicLink, User } from '#contract/auth.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { firstPasswordPath, greetedPathOf, redirectTarget, secondStepKey } from '#contract/landing.ts'
import { errorPage, linkSecondStepPage } from '#contract/pages.ts'
import { myData, replace, routeOf } from '../address.ts'
import { CallFailure } from '../api.ts'
import { lockAttempts, lockOthers } from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { endSession } from '../device/signOut.ts'
import { currentSession, storeSession, suspendSession } from '../device/slices.ts'
import { setAssignmentList } from '../pages/assignmentList.ts'
import { deliverOfOthers } from '../pages/deliver.ts'
import { followAccount } from '../words.ts'

/** True if the same link or code may be tried again: other failures will not change. */
export const mayOpenAgain = ({ status }: CallFailure): boolean =>
  status === 0 || status === 429 || status >= 500

type Opened = AnswerOf<typeof openMagicLink>

/** An invitation by which nothing is to be done any more, with its session, which leads to the person's data. */
export interface Ended {
  token: string
  user: User
  /** Receipt of tests that were handed in; without one the invitation is over. */
  receipt?: string
}

/**
 * The person who came in. Without a user if the answer names none that the screens can work with; then nobody is signed in.
 */
export interface Entered {
  user: User | undefined
  choosePassword: Opened['choosePassword']
  /** Everything is handed in. Nobody is signed in: the person may want nothing more, and others may use this device. */
  ended?: Ended
}

/** The pause between clearing a session and asking for another one, and between storing that and moving on. */
const settleMs = 100
const settled = () => new Promise((resolve) => setTimeout(resolve, settleMs))

/** A device that keeps nothing (private mode) has nothing to lock, and must not keep anybody from coming in. */
const asFarAsKept = (locking: Promise<void>): Promise<void> => locking.catch(() => undefined)

const hasUser = ({ user }: Opened) =>
  typeof user?.id === 'string' && user.id !== '' && Array.isArray(user.authority)

/**
 * Opens a session by a link or a code. The person who is signed in here is signed out first, also where the link turns out to
 * be invalid. Only where the same link may be tried again is everything as before, so that without a line, or with a server
 * that is restarting, a begun test goes on.
 * @throws CallFailure
 */
export async function enterBy(open: () => Promise<Opened>): Promise<Entered> {
  const before = currentSession()
  const putBack = suspendSession()
  await settled()
  let opened: Opened
  try {
    opened = await open()
  } catch (error) {
    if (!(error instanceof CallFailure) || mayOpenAgain(error)) putBack()
    else if (before) {
      await asFarAsKept(lockAttempts(deviceStore, before.user.id))
      void endSession(before.token)
    }
    throw error
  }
  if (before) void endSession(before.token)
  const { token, user, choosePassword, assignments, done } = opened
  const usable = hasUser(opened)
  if (!usable || done) {
    if (before) await asFarAsKept(lockAttempts(deviceStore, before.user.id))
    if (usable && done)
      return { user: undefined, choosePassword, ended: { token, user, receipt: done.receipt } }
    void endSession(token)
    return { user: undefined, choosePassword }
  }
  storeSession(token, user)
  setAssignmentList(assignments)
  // From now on somebody else uses this device; what others began is closed, and kept for them until it has arrived.
  await asFarAsKept(lockOthers(deviceStore, user.id))
  void deliverOfOthers()
  // An invited person's language is their phone's: the account's was chosen by the manager who invited them.
  // Its words may not come; the session is there all the same.
  if (!user.invitation) await followAccount(user.locale).catch(() => undefined)
  await settled()
  return { user, choosePassword }
}

/** The session of an invitation that is over, if it still leads to the person's data. */
export function endedBy({ code, problem }: CallFailure): Ended | undefined {
  const { token, user } = problem
  if (code !== 'magic_link_expired' && code !== 'slip_code_expired') return undefined
  if (typeof token !== 'string' || typeof user !== 'object' || user === null) return undefined
  return { token, user: user as User }
}

/** Opens the session of an ended invitation, and goes to the person's own data. */
export async function goToData({ token, user }: Ended): Promise<void> {
  storeSession(token, user)
  await asFarAsKept(lockOthers(deviceStore, user.id))
  replace(myData)
}

/** The address that a session leads to: the path that was asked for, else the person's own. */
export function wayOn({ user, choosePassword }: Entered, search: string): string {
  if (!user) return errorPage
  const target = redirectTarget(search) ?? greetedPathOf(user)
  return choosePassword ? firstPasswordPath(choosePassword, target) : target
}

/** Goes there: within these pages without loading anything, else to the application. */
export function goOn(entered: Entered, search: string): void {
  const to = wayOn(entered, search)
  const { pathname } = new URL(to, window.location.origin)
  // A link that leads to a link again has its own page loaded for it.
  if (['unknown', 'link', 'code'].includes(routeOf(pathname).page)) window.location.replace(to)
  else replace(to)
}

/** Hands a refusal that asks for a second step over to the application. @returns whether it was one */
export function passSecondStep({ problem }: CallFailure): boolean {
  const asks = problem.code === 'second_factor_required' || problem.code === 'second_factor_setup_required'
  if (!asks) return false
  try {
    sessionStorage.setItem(secondStepKey, JSON.stringify(problem))
  } catch {
    // Denied storage: the application begins at its sign-in page.
  }
  window.location.replace(linkSecondStepPage + window.location.search)
  return true
}
