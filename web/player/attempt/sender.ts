import type { AnswerOf, BodyIn } from '#contract/kit.ts'
import type { ResponseInput, saveResponses } from '#contract/responses.ts'
import { CallFailure } from '../api.ts'
import { type Batch, sentValue } from './model.ts'

/** Why sending stopped until somebody does something. Answers stay where they are in every case. */
export type Stop = 'submitted' | 'closed' | 'notFound' | 'signIn'

export const responsesOf = (batch: Batch): Record<string, ResponseInput> =>
  Object.fromEntries(
    Object.entries(batch).map(([id, kept]) => {
      const { seq, at, elapsedMs } = kept
      return [id, { value: sentValue(kept), seq, at, ...(elapsedMs === undefined ? {} : { elapsedMs }) }]
    }),
  )

export function stopOf({ status, code }: CallFailure): Stop | undefined {
  if (code === 'attempt_submitted') return 'submitted'
  if (status === 401) return 'signIn'
  if (status === 403 || status === 404) return 'notFound'
  return status === 409 ? 'closed' : undefined
}

const batchSize = 50
const firstPauseMs = 1_000
const longestPauseMs = 30_000

export interface SenderParts {
  /** The oldest unsent answers, at most that many. */
  next: (size: number) => Batch
  save: (responses: BodyIn<typeof saveResponses>['responses']) => Promise<AnswerOf<typeof saveResponses>>
  onSaved: (batch: Batch, data: AnswerOf<typeof saveResponses>['data']) => void
  /** The server will not take this one answer. */
  onRefused: (batch: Batch, failure: CallFailure) => void
  onStop: (stop: Stop, failure: CallFailure) => void
  /** Whether the last try found the server. */
  onReach: (reached: boolean) => void
}

export interface Sender {
  /** Sends what waits, now; resolves when nothing can be done for the moment. */
  flush: () => Promise<void>
  close: () => void
}

/**
 * Sends unsent answers in the background, one call at a time, so that an older one can never overtake a newer one.
 * Failures of the network and of the server are tried again with growing pauses, for ever.
 * A call refused as wrong is sent again answer by answer, to keep one bad answer from holding up the good ones.
 */
export function createSender(parts: SenderParts): Sender {
  let flight: Promise<void> | undefined
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
      const { data } = await parts.save(responsesOf(batch))
      failures = 0
      parts.onReach(true)
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
    parts.onReach(failure.status !== 0)
    const stop = stopOf(failure)
    if (stop) {
      parts.onStop(stop, failure)
      return false
    }
    if (failure.status === 400 || failure.status === 413) {
      if (Object.keys(batch).length === 1) parts.onRefused(batch, failure)
      size = 1
      return true
    }
    retryLater(failure.retryAfterMs)
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
    flight ??= run().finally(() => {
      flight = undefined
    })
    return flight
  }

  return {
    flush,
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
