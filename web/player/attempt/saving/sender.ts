import type { AnswerOf } from '#contract/kit.ts'
import type { ResponseInput, saveResponses } from '#contract/responses.ts'
import { CallFailure } from '../../api.ts'
import { type Batch, sentValue } from './batches.ts'

/** Why sending stopped until somebody does something. Answers stay where they are in every case. */
export type Stop = 'submitted' | 'closed' | 'signIn' | 'begunElsewhere' | 'awaitsDecision'

/** The server has what a tablet began without it, and the tablet needs no copy: another one counts, or a manager decides. */
export const isHandedOver = (stop: string | undefined): stop is 'begunElsewhere' | 'awaitsDecision' =>
  stop === 'begunElsewhere' || stop === 'awaitsDecision'

export const responsesOf = (batch: Batch): Record<string, ResponseInput> =>
  Object.fromEntries(
    Object.entries(batch).map(([id, kept]) => {
      const { seq, at, elapsedMs } = kept
      return [id, { value: sentValue(kept), seq, at, ...(elapsedMs === undefined ? {} : { elapsedMs }) }]
    }),
  )

export function stopOf({ status, code }: CallFailure): Stop | undefined {
  if (code === 'attempt_submitted') return 'submitted'
  if (code === 'begun_elsewhere') return 'begunElsewhere'
  if (code === 'awaits_decision') return 'awaitsDecision'
  if (status === 401) return 'signIn'
  return status === 409 ? 'closed' : undefined
}

/** The items of a batch that the product's own refusal names; of no other answer any. */
export const refusedItems = ({ status, fields }: CallFailure, batch: Batch): string[] =>
  status === 400
    ? Object.keys(batch).filter((id) =>
        fields.some((field) => field === `responses.${id}` || field.startsWith(`responses.${id}.`)),
      )
    : []

/** An acknowledgement as the contract writes it; anything else acknowledges nothing. */
function isAcknowledgement({ data, status }: AnswerOf<typeof saveResponses>): boolean {
  if (status !== 'success' || typeof data !== 'object' || data === null) return false
  const lists: unknown[] = [data.saved, data.superseded, data.late]
  const named = lists.every((list) => Array.isArray(list) && list.every((id) => typeof id === 'string'))
  return named && !Number.isNaN(Date.parse(data.serverTime))
}

const batchSize = 50
const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** Between two tries where the product itself says that it knows no such test, or not for this caller. */
const refusedPauseMs = 60_000

export interface SenderParts {
  /** The oldest unsent answers, at most that many. */
  next: (size: number) => Batch
  save: (batch: Batch) => Promise<AnswerOf<typeof saveResponses>>
  onSaved: (batch: Batch, data: AnswerOf<typeof saveResponses>['data']) => void
  /** The server will not take these answers, which it has named. */
  onRefused: (batch: Batch, failure: CallFailure) => void
  onStop: (stop: Stop, failure: CallFailure) => void
  /** The result of the last try; without a failure the server acknowledged it. */
  onTried: (failure?: CallFailure) => void
}

export interface Sender {
  /** Sends unsent answers now; resolves when nothing more can be sent for the moment. */
  flush: () => Promise<void>
  close: () => void
}

/**
 * Sends unsent answers in the background, one call at a time, so that an older one can never overtake a newer one.
 * Failures that do not come from the product are retried without end, with growing pauses. Answers that the server names
 * as wrong are set aside and the others sent; if a batch is too large, or wrong without a named answer, the next one is
 * smaller.
 */
export function createSender(parts: SenderParts): Sender {
  let inFlight: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let size = batchSize
  let closed = false

  const retryLater = (atLeastMs: number) => {
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures)
    failures += 1
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), Math.max(atLeastMs, pause * (0.75 + Math.random() / 2)))
  }

  /** One call; says whether another may follow at once. */
  async function sendOne(batch: Batch): Promise<boolean> {
    try {
      const answer = await parts.save(batch)
      if (!isAcknowledgement(answer)) throw new CallFailure(0, 'no_answer', '')
      const { data } = answer
      failures = 0
      parts.onTried()
      parts.onSaved(batch, data)
      size = Math.min(batchSize, size * 2)
      // An answer that the server did not name stays unsent; asking again at once would be a loop.
      if (Object.keys(batch).every((id) => data.saved.includes(id))) return true
      retryLater(0)
      return false
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      return recover(batch, error)
    }
  }

  function recover(batch: Batch, failure: CallFailure): boolean {
    parts.onTried(failure)
    const stop = stopOf(failure)
    if (stop) {
      parts.onStop(stop, failure)
      return false
    }
    const named = refusedItems(failure, batch)
    if (named.length > 0) {
      parts.onRefused(Object.fromEntries(Object.entries(batch).filter(([id]) => named.includes(id))), failure)
      return true
    }
    if ((failure.status === 400 || failure.status === 413) && Object.keys(batch).length > 1) {
      size = 1
      return true
    }
    const unknown = failure.status === 403 || failure.status === 404
    retryLater(unknown ? refusedPauseMs : failure.retryAfterMs)
    return false
  }

  async function run(): Promise<void> {
    for (;;) {
      const batch = parts.next(size)
      if (closed || Object.keys(batch).length === 0) return
      if (!(await sendOne(batch))) return
    }
  }

  function flush(): Promise<void> {
    if (closed) return Promise.resolve()
    clearTimeout(timer)
    inFlight ??= run().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }

  return {
    flush,
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
