import { CallFailure, request } from '../api.ts'
import type { Answer } from '../device/kiosk.ts'
import { enterBy } from '../entry/session.ts'
import { tabletCalls } from './calls.ts'
import { dayStateNow, tabletClock } from './clock.ts'
import { sync } from './day.ts'
import { failureOf, type TabletFailure } from './failure.ts'
import { answerHere, enterHere } from './offline.ts'
import { keepPerson } from './person.ts'
import { change, tabletState } from './state.ts'

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
  return tablet && person ? answerHere(tablet, tabletClock().now(), call, input) : undefined
}

/** The name is theirs. */
export function confirm(): void {
  const { person } = tabletState()
  if (!person) return
  const confirmed = { ...person, confirmed: true }
  keepPerson(confirmed)
  change({ person: confirmed })
}
