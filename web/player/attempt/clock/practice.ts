import type * as participant from '#contract/participant.ts'
import { practiceSeconds } from '#contract/practice.ts'
import type { Shape } from '../../api.ts'
import type { Offline } from '../model.ts'
import type { Head } from '../saving/store.ts'
import { clockNow } from './paused.ts'

const path = '/participant/assignments/:assignmentId/sections/:sectionId/practice/'

/** Beside `calls` in api.ts, which a phone loads before any test is opened. */
export const practiceCalls = {
  begin: { method: 'POST', path, has: ['serverTime', 'deadline'] } as Shape<typeof participant.beginPractice>,
  end: { method: 'DELETE', path, has: ['serverTime', 'deadline'] } as Shape<typeof participant.endPractice>,
}

/** The section whose practice a place belongs to; ids contain no colon. */
export const practisedAt = (place: string): string | undefined =>
  place.startsWith('practice:') ? place.split(':')[1] : undefined

/** True while the whole test's clock is stopped for this section's practice. */
export const isFree = (head: Head, sectionId: string, now: number): boolean =>
  head.practice?.sectionId === sectionId && Date.parse(head.practice.until) > clockNow(head, now)

/** Ends the open practice: the rest of its allowance is taken off the deadline, as the server does it. */
export function withoutPractice(head: Head, now: number): Head {
  const { practice, deadline } = head
  if (!practice || deadline === null) return head
  const rest = Math.max(0, Date.parse(practice.until) - clockNow(head, now))
  return { ...head, practice: null, deadline: new Date(Date.parse(deadline) - rest).toISOString() }
}

/** A section's practice on a tablet that has no connection: once, the clock waits as it would on the server. */
export function practisedOffline(
  head: Head,
  offline: Offline,
  sectionId: string,
  now: number,
): Partial<Head> {
  const { deadline } = withoutPractice(head, now)
  if (deadline === null || offline.practised.includes(sectionId)) return { deadline, practice: null }
  return {
    deadline: new Date(Date.parse(deadline) + practiceSeconds * 1000).toISOString(),
    practice: { sectionId, until: new Date(now + practiceSeconds * 1000).toISOString() },
    offline: { ...offline, practised: [...offline.practised, sectionId] },
  }
}
