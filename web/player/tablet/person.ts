import { currentSession } from '../device/slices.ts'
import { changeLock, pageId } from './pin.ts'

/** The person who has entered their code in this tab. */
export interface Person {
  userId: string
  /** They have said that the name is theirs. */
  confirmed: boolean
}

// Forgotten with the session (../device/slices.ts).
const key = 'terazi.person'

/** The person of this tab's session; a session that no code of this tablet opened is nobody's here. */
export function readPerson(): Person | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('userId' in kept) || !('confirmed' in kept))
      return undefined
    const { userId, confirmed } = kept
    if (typeof userId !== 'string' || currentSession()?.user.id !== userId) return undefined
    return { userId, confirmed: confirmed === true }
  } catch {
    return undefined
  }
}

export function keepPerson(person: Person): void {
  sessionStorage.setItem(key, JSON.stringify(person))
  changeLock({ inTest: pageId })
}

let typed: { userId: string; code: string } | undefined

/** The code of a person that the tablet has let in itself: in this page's memory alone, until they go. */
export function keepCode(userId: string, code: string): void {
  typed = { userId, code }
}

/** It; undefined after a reload. */
export const keptCode = (userId: string): string | undefined =>
  typed?.userId === userId ? typed.code : undefined

/** Forgets which notices a person has read in this tab (../pages/AssignmentPage.tsx), and their code. */
export function forgetRead(): void {
  typed = undefined
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith('terazi.read:')) sessionStorage.removeItem(name)
}
