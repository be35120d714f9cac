import type { Form } from '#contract/participant.ts'
import { secondsLeft, warningOf } from '../attempt/clock/clock.ts'
import { clockNow } from '../attempt/clock/paused.ts'
import type { Head } from '../attempt/saving/store.ts'

type Section = Form['sections'][number]

/** The limit that ends first for somebody in this section: the section's own, or the whole test's. */
export interface Limit {
  whole: boolean
  deadline: string
  seconds: number
  /** The time from the start to the deadline, as far as it is known; pauses make it longer. */
  length: number
  warning: number | undefined
}

const lengthOf = (startedAt: string, deadline: string) =>
  (Date.parse(deadline) - Date.parse(startedAt)) / 1000

export function sectionDeadline(head: Head, sectionId: string): string | undefined {
  return head.sections.find(({ id }) => id === sectionId)?.deadline
}

export const sectionIsOver = (head: Head, sectionId: string, now: number): boolean => {
  const deadline = sectionDeadline(head, sectionId)
  return deadline !== undefined && secondsLeft(deadline, clockNow(head, now)) === 0
}

export const testIsOver = (head: Head, now: number): boolean =>
  head.deadline !== null && secondsLeft(head.deadline, clockNow(head, now)) === 0

/** True if so much time may be left: some, and no more than there was. */
export const isPossible = ({ seconds, length }: Limit): boolean => seconds > 0 && seconds <= length

export function limitOf(head: Head, section: Section | undefined, now: number): Limit | undefined {
  const own = head.sections.find(({ id }) => id === section?.id)
  const limits: Limit[] = []
  const add = (whole: boolean, startedAt: string, deadline: string) => {
    const seconds = secondsLeft(deadline, clockNow(head, now))
    // Pauses make the end later and the limit no longer.
    const limit = whole ? undefined : section?.timeLimitSeconds
    const length = Math.min(lengthOf(startedAt, deadline), limit ?? Number.POSITIVE_INFINITY)
    limits.push({
      whole,
      deadline,
      seconds,
      length: lengthOf(startedAt, deadline),
      warning: warningOf(seconds, length),
    })
  }
  if (head.deadline !== null) add(true, head.startedAt, head.deadline)
  if (own) add(false, own.startedAt, own.deadline)
  return limits.sort((a, b) => a.seconds - b.seconds)[0]
}
