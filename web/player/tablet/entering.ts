import { CallFailure, calls, request } from '../api.ts'
import type { Answer } from '../device/kiosk.ts'
import { endSession } from '../device/signOut.ts'
import { currentSession, storeSession } from '../device/slices.ts'
import { enterBy } from '../entry/session.ts'
import { tabletCalls } from './calls.ts'
import { dayStateNow, tabletClock } from './clock.ts'
import { codeKeyOf, keepProofKey } from './codeKey.ts'
import { sync } from './day.ts'
import { failureOf, type TabletFailure } from './failure.ts'
import { clearTraces, leave } from './handOver.ts'
import { answerHere, enterHere } from './offline.ts'
import { offlineToken } from './offlineToken.ts'
import { keepCode, keepPerson, keptCode } from './person.ts'
import { change, tabletState } from './state.ts'
import type { Tablet } from './store.ts'
import { countWrongTry, triesPause } from './tries.ts'

/** Opens the session of the person with a code. @returns why not, or the receipt of somebody who has finished */
export async function enter(code: string): Promise<TabletFailure | { receipt: string } | undefined> {
  const { tablet } = tabletState()
  if (!tablet) return undefined
  await clearTraces()
  try {
    const { user, ended } = await enterBy(() =>
      request(tabletCalls.enter, { token: tablet.token, body: { code } }),
    )
    if (ended?.receipt !== undefined) {
      // Nothing is left to do here, and the next person comes.
      void endSession(ended.token)
      change({ reached: true })
      return { receipt: ended.receipt }
    }
    if (!user) return new CallFailure(0, 'no_answer', '')
    const person = { userId: user.id, confirmed: false }
    keepPerson(person)
    change({ person, reached: true })
    keepProofKey(
      person.userId,
      codeKeyOf(code, tablet.day.codes).then(({ proofKey }) => proofKey),
    )
    return undefined
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'storage') return failure
    if (failure.status === 0 && dayStateNow() === 'open') {
      change({ reached: false })
      return enterPrepared(tablet, code, failure)
    }
    // Closed, moved or withdrawn meanwhile: the screen says so.
    if (failure.status === 401 || failure.status === 409) await sync()
    else change({ reached: failure.status !== 0 })
    return failure
  }
}

/** The same by what the tablet has prepared. @param offline why the server was not asked */
async function enterPrepared(
  tablet: Tablet,
  code: string,
  offline: CallFailure,
): Promise<TabletFailure | undefined> {
  const waitMs = triesPause()
  if (waitMs > 0) return new CallFailure(429, 'too_many_requests', '', '', waitMs)
  try {
    const entered = await enterHere(tablet, code)
    if (entered === null) return offline
    if (entered === undefined) {
      countWrongTry()
      return new CallFailure(400, 'day_code_invalid', '')
    }
    const person = { userId: entered.userId, confirmed: false }
    keepPerson(person)
    change({ person })
    keepCode(person.userId, code)
    keepProofKey(person.userId, Promise.resolve(entered.proofKey))
    return undefined
  } catch (error) {
    console.error(error)
    return 'damaged'
  }
}

const dayTimeoutMs = 10_000

/**
 * True if the tablet may begin a test in the server's place. The server may have begun it although its answer was lost, so a
 * line that still works rules it out. What remains is a line that was cut between the two: the server then has a beginning
 * without answers, and the test that is taken here is delivered beside it and kept for the manager.
 */
async function mayBegin(tablet: Tablet, token: string | undefined): Promise<boolean> {
  if (token === offlineToken || !navigator.onLine) return true
  const day = request(tabletCalls.day, { token: tablet.token, timeoutMs: dayTimeoutMs })
  return day.then(
    () => false,
    (error: unknown) => error instanceof CallFailure && error.code === 'network',
  )
}

/** Answers what a person's pages ask for, where the server can't. */
export const answerFromPackage: Answer = async (call, input) => {
  const { tablet, person } = tabletState()
  if (!tablet || !person) return undefined
  if (call.path === calls.start.path && !(await mayBegin(tablet, input.token))) return undefined
  return answerHere(tablet, tabletClock().now(), call, input)
}

/**
 * True if the server can be asked for the person's tests. A person that the tablet let in gets a session of the server with
 * the code that they entered. If it doesn't know the code any more, or the server refuses it, they enter it again.
 */
export async function reconnect(): Promise<boolean> {
  const { tablet, person } = tabletState()
  if (!tablet || !person) return false
  const { token } = tablet
  try {
    await request(tabletCalls.day, { token, timeoutMs: dayTimeoutMs })
    if (currentSession()?.token !== offlineToken) return true
    const code = keptCode(person.userId)
    const entered =
      code === undefined ? undefined : await request(tabletCalls.enter, { token, body: { code } })
    const isHere = tabletState().person?.userId === person.userId
    if (isHere && entered?.user?.id === person.userId) {
      storeSession(entered.token, entered.user)
      keepPerson(person)
      return true
    }
    if (entered) void endSession(entered.token)
    if (isHere) await leave()
  } catch (error) {
    const failure = failureOf(error)
    if (failure !== 'storage' && [400, 401, 409].includes(failure.status)) await leave()
  }
  return false
}

/** The name is theirs. */
export function confirm(): void {
  const { person } = tabletState()
  if (!person) return
  const confirmed = { ...person, confirmed: true }
  keepPerson(confirmed)
  change({ person: confirmed })
}
