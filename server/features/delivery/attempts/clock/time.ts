import { type Accommodations, adjustedSeconds } from '#contract/accommodation-fields.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import type { Form } from '#scoring/form/form.ts'
import type { Executor } from '#server/db/database.ts'
import { lockAttempt } from '#server/features/delivery/attempts/queries.ts'
import { findSections } from '#server/features/delivery/attempts/taking-queries.ts'
import { shownPractice } from './practice.ts'
import { findPractice, type Practice } from './practice-queries.ts'
import { addTime, endClocks, findTimePercent, moveSection } from './time-queries.ts'

type Time = Pick<Accommodations, 'timePercent'>
type Timed = Pick<Definition, 'timeLimitSeconds'>

/** The limit of a whole test for somebody's time; null: none. */
export const adjustedLimit = ({ timeLimitSeconds }: Timed, time: Time): number | null =>
  timeLimitSeconds === undefined ? null : adjustedSeconds(timeLimitSeconds, time)

/** The minutes announced to somebody: of a test with a limit never more than they get. */
export function announcedMinutes(definition: Timed & Pick<Definition, 'minutes'>, time: Time): number {
  const seconds = adjustedLimit(definition, time)
  return seconds === null ? definition.minutes : Math.max(1, Math.floor(seconds / 60))
}

/** A form whose sections say how long this person has. */
export function withTime(form: Form, time: Time): Form {
  const sections = form.sections.map(({ timeLimitSeconds, ...section }) => {
    const seconds = timeLimitSeconds === undefined ? null : adjustedSeconds(timeLimitSeconds, time)
    return seconds === null ? section : { ...section, timeLimitSeconds: seconds }
  })
  return { ...form, sections }
}

/**
 * Gives a running attempt more time, within the caller's transaction, which has locked the assignment. What is over stays
 * over.
 */
export async function giveMoreTime(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
  definition: Definition,
  { from, to }: { from: Time; to: Time },
): Promise<void> {
  const attempt = await lockAttempt(tx, key)
  if (attempt === undefined || attempt.closed_at !== null) return
  const ofAttempt = { clientId: key.clientId, attemptId: attempt.id }
  if (to.timePercent === null) return endClocks(tx, ofAttempt)
  const seconds = (adjustedLimit(definition, to) ?? 0) - (adjustedLimit(definition, from) ?? 0)
  await addTime(tx, ofAttempt, seconds)
  for (const { id, timeLimitSeconds } of definition.sections) {
    if (timeLimitSeconds === undefined) continue
    const limits = {
      from: adjustedSeconds(timeLimitSeconds, from),
      to: adjustedSeconds(timeLimitSeconds, to),
    }
    if (limits.from !== null && limits.to !== null)
      await moveSection(tx, ofAttempt, id, { from: limits.from, to: limits.to })
  }
}

/** The clocks of an attempt, as sent to devices. */
export function shownClock(attempt: Practice, sections: Awaited<ReturnType<typeof findSections>>) {
  return {
    sections: sections.map((section) => ({
      id: section.section_id,
      startedAt: section.started_at.toISOString(),
      deadline: section.deadline.toISOString(),
    })),
    deadline: attempt.deadline?.toISOString() ?? null,
    practice: shownPractice(attempt),
    pausedAt: attempt.paused_at?.toISOString() ?? null,
    ...(attempt.breaks > 0 && {
      breaks: {
        left: attempt.breaks_left,
        minutes: attempt.break_minutes,
        until: attempt.break_until?.toISOString() ?? null,
      },
    }),
  }
}

/** The clocks of an attempt whose time was changed after its start. */
export async function movedClock(db: Executor, key: { clientId: string; attemptId: string }) {
  return {
    ...shownClock(await findPractice(db, key), await findSections(db, key)),
    timePercent: await findTimePercent(db, key),
  }
}
