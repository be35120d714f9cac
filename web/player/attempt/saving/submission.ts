import { CallFailure, calls, request } from '../../api.ts'
import { kioskHere } from '../../device/kiosk.ts'
import { nextBatch } from './batches.ts'
import { type AttemptParts, syncClock, usedMarks } from './saving.ts'
import { responsesOf, stopOf } from './sender.ts'

const submitPauseMs = 5_000

/** Hands the attempt in, and tries again until the server has acknowledged or refused it. */
export function createSubmission({ live, clock, writer, sender }: AttemptParts) {
  let submitting: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function trySubmit(): Promise<void> {
    await sender.flush()
    const { head, progress, elsewhere, receipt: received } = live.get()
    if (live.isClosed() || elsewhere || received !== undefined) return
    // The server does not know of the test yet; it is handed in as it is brought in.
    if (head.offline && !(await syncClock({ live, clock, writer, sender }))) {
      if (live.get().stopped === undefined) timer = setTimeout(() => void submit(), submitPauseMs)
      return
    }
    if (live.get().receipt !== undefined) return
    // Unsent answers go along: a flush that just failed may be followed by a line that works.
    const rest = nextBatch(progress, Number.POSITIVE_INFINITY)
    // Answers with a receipt count only where they are sent as they were: first they, then the test.
    if (progress.receipts !== undefined && Object.keys(rest).length > 0) {
      live.change({ submitFailed: true })
      timer = setTimeout(() => void submit(), submitPauseMs)
      return
    }
    try {
      const { receipt, endedByManager: ended } = await request(calls.submit, {
        token: live.get().head.attemptToken,
        params: { assignmentId: head.assignmentId },
        body: { epoch: progress.epoch, responses: responsesOf(rest), ...usedMarks(progress) },
      })
      await kioskHere()?.begun(head.assignmentId, { startedAt: head.startedAt, receipt })
      // The test has arrived. What cannot be removed is removed when the next person uses the device.
      await writer.remove().catch(() => undefined)
      live.change({ receipt, ended, reached: true, saveError: undefined, stopped: undefined })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const why = stopOf(error)
      live.tried(error)
      live.change({ submitFailed: error.code !== 'network' })
      if (why) live.change({ stopped: { why, message: error.message } })
      else if (!live.isClosed())
        timer = setTimeout(() => void submit(), Math.max(error.retryAfterMs, submitPauseMs))
    }
  }

  function submit(): Promise<void> {
    clearTimeout(timer)
    submitting ??= (async () => {
      const submittedAt = new Date(clock.now()).toISOString()
      live.change({
        progress: { submittedAt, ...live.get().progress, submitting: true },
        submitFailed: false,
      })
      await writer.write()
      await trySubmit()
    })().finally(() => {
      submitting = undefined
    })
    return submitting
  }

  return { submit, close: () => clearTimeout(timer) }
}
