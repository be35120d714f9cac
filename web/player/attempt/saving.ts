import { CallFailure, calls, request } from '../api.ts'
import { acknowledged, nextBatch, refused } from './batches.ts'
import type { ServerClock } from './clock.ts'
import type { DeviceWriter } from './deviceWriter.ts'
import type { LiveStore } from './liveState.ts'
import { createSender, type Sender } from './sender.ts'

/** What the parts of an attempt share. */
export interface AttemptParts {
  live: LiveStore
  clock: ServerClock
  writer: DeviceWriter
  sender: Sender
}

const save = (live: LiveStore, responses: Parameters<Parameters<typeof createSender>[0]['save']>[0]) => {
  const { head, progress } = live.get()
  return request(calls.save, {
    token: head.attemptToken,
    body: { testId: head.testId, epoch: progress.epoch, responses },
  })
}

/** Sends the attempt's unsent answers, and keeps what the server says about them. */
export const answerSender = ({ live, clock, writer }: Omit<AttemptParts, 'sender'>): Sender =>
  createSender({
    next: (size) => {
      const { stopped, elsewhere, progress } = live.get()
      return stopped || elsewhere ? {} : nextBatch(progress, size)
    },
    save: (responses) => save(live, responses),
    onSaved: (batch, data) => {
      clock.sync(data.serverTime)
      live.change({ progress: acknowledged(live.get().progress, batch, data) })
      void writer.write()
      if (data.superseded.length > 0) live.change({ elsewhere: true })
    },
    onRefused: (batch, failure) => {
      live.change({ progress: refused(live.get().progress, batch, failure.message) })
      void writer.write()
    },
    onStop: (why, failure) => live.change({ stopped: { why, message: failure.message } }),
    onTried: live.tried,
  })

/** Asks the server for its time, by saving no answers; false when it does not tell. */
export async function syncClock({ live, clock }: AttemptParts): Promise<boolean> {
  try {
    const { data } = await save(live, {})
    clock.sync(data.serverTime)
    live.change({ reached: true })
    return !clock.estimated
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    live.refusedByServer(error)
    return false
  }
}
