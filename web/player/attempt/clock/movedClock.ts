import type { AnswerOf } from '#contract/kit.ts'
import type { Form } from '#contract/participant.ts'
import type { saveResponses } from '#contract/responses.ts'
import type { LiveState } from '../liveState.ts'
import { caughtUp } from '../reached.ts'
import type { Head } from '../saving/store.ts'
import { throughPause } from './paused.ts'
import { practisedAt, withoutPractice } from './practice.ts'

export type MovedClock = NonNullable<AnswerOf<typeof saveResponses>['data']['clock']>
type TimePercent = MovedClock['timePercent']

/** Changes the limits that a form says, from one time to another. */
function withTime(form: Form, from: TimePercent, to: TimePercent): Form {
  if (from === to) return form
  const sections = form.sections.map(({ timeLimitSeconds: seconds, ...section }) =>
    seconds === undefined || from === null || to === null
      ? section
      : { ...section, timeLimitSeconds: Math.ceil((seconds * to) / from) },
  )
  return { ...form, sections }
}

/** The state after the clocks were moved: later ends, or none; a pause, a break. */
export function withClock(
  { head, progress }: LiveState,
  { deadline, sections, practice, pausedAt, breaks, timePercent }: MovedClock,
  now: number,
): Pick<LiveState, 'head' | 'progress'> {
  const before = head.accommodations ?? {
    timePercent: 100,
    textSize: 0,
    readAloud: true,
    breaks: 0,
    breakMinutes: 10,
  }
  // A section that began on this device without a line is not known to the server yet.
  const own = head.sections
    .filter(({ id }) => !sections.some((section) => section.id === id))
    .map((section) => ({
      ...section,
      deadline: throughPause(section.deadline, head, { pausedAt, breaks }, now),
    }))
  const kept = timePercent === null ? own.filter((section) => Date.parse(section.deadline) <= now) : own
  const moved: Head = {
    ...head,
    deadline,
    practice,
    pausedAt,
    breaks,
    sections: [...sections, ...kept],
    form: withTime(head.form, before.timePercent, timePercent),
    accommodations: { ...before, timePercent },
  }
  const practising = practice !== null && practice.sectionId === practisedAt(progress.place)
  return {
    head: practising ? moved : withoutPractice(moved, now),
    progress: caughtUp(progress, moved.form, moved.sections),
  }
}
