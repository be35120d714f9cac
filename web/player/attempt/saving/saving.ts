import { CallFailure, calls, request } from '../../api.ts'
import type { ServerClock } from '../clock/clock.ts'
import { type MovedClock, withClock } from '../clock/movedClock.ts'
import type { LiveStore } from '../liveState.ts'
import type { Progress } from '../model.ts'
import { acknowledged, type Batch, overtaken, refused } from './batches.ts'
import type { DeviceWriter } from './deviceWriter.ts'
import { nextToSend, receiptFor, withoutReceipt, withReceipt } from './receipts.ts'
import { createSender, responsesOf, type Sender } from './sender.ts'

/** The objects that the parts of an attempt share. */
export interface AttemptParts {
  live: LiveStore
  clock: ServerClock
  writer: DeviceWriter
  sender: Sender
}

/** Sent along until the server has acknowledged it. */
export const usedMarks = ({ readAloud, autoNext }: Progress) => ({
  ...(readAloud === 'used' && { readAloudUsed: true as const }),
  ...(autoNext === 'used' && { autoNextUsed: true as const }),
})

/** Takes over clocks that the server has moved. */
export async function takeClock(
  { live, clock, writer }: Omit<AttemptParts, 'sender'>,
  { clock: moved, serverTime }: { clock: MovedClock; serverTime: string },
): Promise<void> {
  clock.sync(serverTime)
  live.change(withClock(live.get(), moved, clock.now()))
  await writer.write(true)
}

const save = async ({ live, clock, writer }: Omit<AttemptParts, 'sender'>, batch: Batch) => {
  const { head, progress } = live.get()
  if (head.offline) {
    // Phones do not load this: only tablets begin tests without a connection.
    const { bringIn } = await import('../../tablet/bringIn.ts').catch((cause: unknown) => {
      // A line that is cut while the code is on its way: tried again like any other.
      throw new CallFailure(0, 'network', String(cause))
    })
    return bringIn({ live, clock, writer }, head.offline, batch)
  }
  const receipt = receiptFor(progress, batch)
  const marks = usedMarks(progress)
  const answer = await request(calls.save, {
    token: head.attemptToken,
    body: {
      testId: head.testId,
      epoch: receipt?.epoch ?? progress.epoch,
      responses: responsesOf(batch),
      ...(receipt && { received: { at: receipt.at, proof: receipt.proof } }),
      ...marks,
    },
  })
  // The sender judges the answer; one without data is not the product's.
  if (answer.status === 'success' && (marks.readAloudUsed || marks.autoNextUsed))
    live.change({
      progress: {
        ...live.get().progress,
        ...(marks.readAloudUsed && { readAloud: 'told' }),
        ...(marks.autoNextUsed && { autoNext: 'told' }),
      },
    })
  const moved = answer.data?.clock
  if (moved) await takeClock({ live, clock, writer }, { clock: moved, serverTime: answer.data.serverTime })
  return answer
}

/** Sends the attempt's unsent answers, and keeps what the server says about them. */
export const answerSender = ({ live, clock, writer }: Omit<AttemptParts, 'sender'>): Sender =>
  createSender({
    next: (size) => {
      const { stopped, elsewhere, progress } = live.get()
      return stopped || elsewhere ? {} : nextToSend(progress, size)
    },
    save: async (batch) => {
      try {
        return await save({ live, clock, writer }, batch)
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        const { progress } = live.get()
        if (error.received) live.change({ progress: withReceipt(progress, batch, error.received) })
        else if (error.status === 400 || error.status === 413)
          live.change({ progress: withoutReceipt(progress, batch) })
        void writer.write()
        throw error
      }
    },
    onSaved: (batch, data) => {
      clock.sync(data.serverTime)
      const { progress } = live.get()
      live.change({ progress: withoutReceipt(acknowledged(progress, batch, data), batch) })
      void writer.write()
      if (overtaken(progress, batch, data).length > 0) live.change({ elsewhere: true })
    },
    onRefused: (batch, failure) => {
      live.change({ progress: refused(live.get().progress, batch, failure.message) })
      void writer.write()
    },
    onStop: (why, failure) => live.change({ stopped: { why, message: failure.message } }),
    onTried: live.tried,
  })

/** Asks the server for its time, by saving no answers; false when it does not tell. */
export async function syncClock({ live, clock, writer }: AttemptParts): Promise<boolean> {
  try {
    const { data } = await save({ live, clock, writer }, {})
    clock.sync(data.serverTime)
    live.change({ reached: true })
    return !clock.estimated
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    live.refusedByServer(error)
    return false
  }
}
