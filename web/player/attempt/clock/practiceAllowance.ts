import { CallFailure, request } from '../../api.ts'
import { unsentCount } from '../liveState.ts'
import type { AttemptParts } from '../saving/saving.ts'
import { isFree, practiceCalls, practisedAt, practisedOffline, withoutPractice } from './practice.ts'

/** The server stops the whole test's clock while a section's practice is open. This opens and ends it. */
export function createPracticeAllowance({ live, clock, writer, sender }: AttemptParts) {
  /** One call after the other: an end must not overtake its beginning. */
  let calling = Promise.resolve()

  function ask(call: 'begin' | 'end', sectionId: string): Promise<void> {
    calling = calling.then(async () => {
      // Counted on the tablet alone, and brought in with the test.
      if (live.get().head.offline) return
      try {
        // An answer that arrives later would end it.
        if (call === 'begin') await sender.flush()
        if (call === 'begin' && unsentCount(live.get()) > 0) return
        const { assignmentId, attemptToken } = live.get().head
        const input = { token: attemptToken, params: { assignmentId, sectionId } }
        const answer = await (call === 'begin'
          ? request(practiceCalls.begin, input)
          : request(practiceCalls.end, input))
        clock.sync(answer.serverTime)
        // Left meanwhile: the end is asked for next, until then the clock is counted without the allowance.
        if (call === 'begin' && practisedAt(live.get().progress.place) !== sectionId) return
        const { deadline, practice } = answer
        live.changeHead({ deadline, practice, offsetMs: clock.offsetMs })
        await writer.write(true)
      } catch (error) {
        // If there is no connection, the next answer ends the practice on the server.
        if (!(error instanceof CallFailure)) throw error
        live.tried(error)
      }
    })
    return calling
  }

  return {
    /** Stops the test's clock for practice. If there is no connection, the clock keeps running. */
    async begin(sectionId: string): Promise<void> {
      const { head, beginning } = live.get()
      if (head.deadline === null || beginning === sectionId || isFree(head, sectionId, clock.now())) return
      if (head.offline) {
        live.changeHead(practisedOffline(head, head.offline, sectionId, clock.now()))
        return writer.write(true)
      }
      live.change({ beginning: sectionId })
      await ask('begin', sectionId)
      if (live.get().beginning === sectionId) live.change({ beginning: undefined })
    },
    end: (sectionId: string): Promise<void> => ask('end', sectionId),
    /** Ends a practice that nobody is on any more: left on another device, or by a way not seen here. */
    endStray() {
      const { head, progress } = live.get()
      const open = head.practice?.sectionId
      if (open === undefined || open === practisedAt(progress.place)) return
      live.change({ head: withoutPractice(head, clock.now()) })
      void ask('end', open)
    },
  }
}

export type PracticeAllowance = ReturnType<typeof createPracticeAllowance>
