import { CallFailure, calls, request } from '../api.ts'
import { practisedAt, withoutPractice } from './clock/practice.ts'
import type { PracticeAllowance } from './clock/practiceAllowance.ts'
import { wentTo } from './reached.ts'
import { type AttemptParts, syncClock } from './saving/saving.ts'
import type { Head } from './saving/store.ts'

/** Moves to another step; leaving practice ends its allowance. */
export async function goTo(
  { live, clock, writer, practice }: AttemptParts & { practice: PracticeAllowance },
  place: string,
): Promise<void> {
  // The device has every answer before the screen moves on.
  await writer.written()
  const { head, progress } = live.get()
  const left = practisedAt(progress.place)
  const ends = left !== undefined && left !== practisedAt(place) && head.deadline !== null
  live.change({
    progress: wentTo(progress, head.form, place),
    ...(ends && { head: withoutPractice(head, clock.now()) }),
  })
  if (ends) void practice.end(left)
  await writer.write(ends)
}

/** Starts a section's own time: on the device at once, then as the server says. */
export async function openSection(
  { live, clock, writer, sender }: AttemptParts,
  sectionId: string,
  limitSeconds: number,
): Promise<void> {
  const begun = (section: Head['sections'][number]) => {
    const others = live.get().head.sections.filter(({ id }) => id !== sectionId)
    live.changeHead({ sections: [...others, section], offsetMs: clock.offsetMs })
    return writer.write(true)
  }
  const now = clock.now()
  const local = {
    id: sectionId,
    startedAt: new Date(now).toISOString(),
    deadline: new Date(now + limitSeconds * 1000).toISOString(),
  }
  // A line that hangs must not eat the section's time before its first item is seen: it begins here, with this tap.
  await begun(local)
  // Brought in with the test.
  if (live.get().head.offline) return
  const toldByServer = async () => {
    try {
      const { attemptToken, assignmentId } = live.get().head
      const answer = await request(calls.startSection, {
        token: attemptToken,
        params: { assignmentId, sectionId },
      })
      if (live.isClosed()) return
      clock.sync(answer.serverTime)
      const { startedAt, deadline } = answer
      await begun({ id: sectionId, startedAt, deadline: deadline ?? local.deadline })
    } catch (error) {
      // If there is no connection, the section's first answer starts it on the server.
      if (!(error instanceof CallFailure)) throw error
      if (error.code !== 'test_paused') return live.tried(error)
      // Paused before this tap: it begins with another one, when the test goes on.
      const { head, progress } = live.get()
      live.change({
        head: { ...head, sections: head.sections.filter(({ id }) => id !== sectionId) },
        progress: wentTo(progress, head.form, `opening:${sectionId}`),
      })
      await syncClock({ live, clock, writer, sender })
    }
  }
  void toldByServer()
}
