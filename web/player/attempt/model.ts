import type { AnswerOf } from '#contract/kit.ts'
import type { startAttempt } from '#contract/participant.ts'
import type { Received, ResponseValue } from '#contract/responses.ts'
import { stepsOf } from './steps.ts'

/** The answer to a start, from the server or, without a connection, from a tablet. */
export type Started = AnswerOf<typeof startAttempt> & { offline?: Offline }

/** A test that a tablet began without a connection, until the server has taken it over. */
export interface Offline {
  /** The tablet's own name for it, a UUID. */
  id: string
  /** The tablet's token: it delivers the test also after the day. */
  token: string
  accepted: readonly string[]
  limitSeconds: number | null
  /** Signs its deliveries; made from the person's code, and not to be read by scripts. */
  proofKey: CryptoKey
  /** Sections whose practice has had its allowance. */
  practised: readonly string[]
  /** Nothing was begun: its consent was refused, and the server is to hear of that. */
  refused?: true
}

/**
 * - `unsent`: on the device, not yet acknowledged by the server.
 * - `stored`: acknowledged.
 * - `draft`: typed, but not (yet) an answer that could be sent, such as half of a pair, and nothing was sent before.
 * - `refused`: the server will not take this value; kept and shown, sent no more until it is changed.
 */
export type AnswerState = 'unsent' | 'stored' | 'draft' | 'refused'

export interface KeptAnswer {
  value: ResponseValue
  epoch: number
  seq: number
  /** When the person answered, by the server's clock. */
  at: string
  state: AnswerState
  /** The time that the item was on the screen until this answer. */
  elapsedMs?: number | undefined
  /** The typed text, if it differs from the value (`12,5`). */
  typed?: string
  /** Set if the text is not an answer. The device keeps it; a blank is sent if something was sent before. */
  draft?: true
  /** After the limit: by the server's word once it is stored, by this device's clock until then. */
  late?: boolean
  /** Why the server will not take it. */
  refusal?: string
}

/** Everything of an attempt that changes while it is taken; written to the device as one record after every answer. */
export interface Progress {
  epoch: number
  seq: number
  answers: Record<string, KeptAnswer>
  /** The step the person is on, as a key of steps.ts. */
  place: string
  /** The number of items behind the person, by section; see reached.ts. Absent in progress that an older release stored. */
  reached?: Record<string, number>
  /** The person has handed the test in, and the server has not said so yet. */
  submitting: boolean
  /** When, by the server's clock; absent in what an older release stored. */
  submittedAt?: string
  /** Items whose answer of this device lost against one given on another device. */
  lost: string[]
  /** The device has read a question aloud, and whether the server knows. */
  readAloud?: 'used' | 'told'
  /** After an answer the next item followed automatically, and whether the server knows. */
  autoNext?: 'used' | 'told'
  /** The server's receipts for answers that it could not store; see receipts.ts. */
  receipts?: Receipt[]
}

/** Sent again with it, and unchanged, answers count as given when they first arrived. */
export interface Receipt extends Received {
  epoch: number
  batch: Record<string, KeptAnswer>
}

export function firstProgress(started: Started): Progress {
  const progress: Progress = {
    epoch: started.epoch,
    seq: started.seq,
    answers: {},
    place: placeAfter(started),
    submitting: false,
    lost: [],
  }
  return withServerAnswers(progress, started)
}

/** The place to continue at after starting on another device: after the item answered last. */
function placeAfter({ form, responses }: Started): string {
  const last = Object.entries(responses)
    .sort(([, a], [, b]) => (newer(a, b) ? 1 : -1))
    .at(-1)?.[0]
  const steps = stepsOf(form)
  const at = last === undefined ? -1 : steps.findIndex(({ key }) => key === `item:${last}`)
  return (at < 0 ? steps[0] : steps[at + 1])?.key ?? 'review'
}

export interface NewAnswer {
  value: ResponseValue
  at: string
  elapsedMs?: number
  typed?: string
  late?: boolean
  /** Set if the value must not be sent because it is not an answer yet. */
  draft?: boolean | undefined
}

/** The progress with one more answer. Every answer takes the next number, also one that repeats a value. */
export function answered(progress: Progress, itemId: string, { draft, ...answer }: NewAnswer): Progress {
  const seq = progress.seq + 1
  const before = progress.answers[itemId]
  const unsent = draft && (before === undefined || before.state === 'draft')
  const kept: KeptAnswer = {
    ...answer,
    ...(draft && { draft: true }),
    epoch: progress.epoch,
    seq,
    state: unsent ? 'draft' : 'unsent',
  }
  return { ...progress, seq, answers: { ...progress.answers, [itemId]: kept } }
}

export const inState = (progress: Progress, state: AnswerState): string[] =>
  Object.keys(progress.answers).filter((id) => progress.answers[id]?.state === state)

/** Kept, but no answer. Older releases stored it as a state alone. */
export const isDraft = (kept: KeptAnswer): boolean => kept.draft === true || kept.state === 'draft'

const newer = (a: { epoch: number; seq: number }, b: { epoch: number; seq: number }) =>
  a.epoch === b.epoch ? a.seq > b.seq : a.epoch > b.epoch

/**
 * Joins the device's answers with the server's at a (new) start. Per item the newer (epoch, seq) wins. Answers that only
 * the device has get a number in the new epoch and are sent, also when they were acknowledged before: a server that was
 * restored from a backup gets them again.
 */
export function withServerAnswers(progress: Progress, started: Started): Progress {
  const answers: Record<string, KeptAnswer> = {}
  const lost = [...progress.lost]
  for (const [id, theirs] of Object.entries(started.responses)) {
    const ours = progress.answers[id]
    if (ours && newer(ours, theirs)) continue
    // The same answer: the device knows more of it, such as what was typed.
    answers[id] =
      ours?.epoch === theirs.epoch && ours.seq === theirs.seq
        ? { ...ours, state: 'stored' }
        : { ...theirs, at: started.serverTime, state: 'stored' }
    if (ours?.state === 'unsent' && newer(theirs, ours) && !lost.includes(id)) lost.push(id)
  }
  const mine = Object.entries(progress.answers).filter(([id]) => answers[id] === undefined)
  mine.sort(([, a], [, b]) => (newer(a, b) ? 1 : -1))
  let seq = Math.max(started.seq, started.epoch === progress.epoch ? progress.seq : 0)
  for (const [id, ours] of mine) {
    seq += 1
    answers[id] = {
      ...ours,
      epoch: started.epoch,
      seq,
      state: ours.state === 'stored' || (isDraft(ours) && started.responses[id]) ? 'unsent' : ours.state,
    }
  }
  return { ...progress, epoch: started.epoch, seq, answers, lost }
}
