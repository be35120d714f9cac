import type { AnswerOf } from '#contract/kit.ts'
import type { ResponseValue, saveResponses } from '#contract/responses.ts'
import { isDraft, type KeptAnswer, type Progress } from '../model.ts'

type SavedAnswer = AnswerOf<typeof saveResponses>['data']

export type Batch = Record<string, KeptAnswer>

/** The oldest unsent answers, at most `size` of them. */
export function nextBatch(progress: Progress, size: number): Batch {
  const unsent = Object.entries(progress.answers).filter(([, answer]) => answer.state === 'unsent')
  unsent.sort(([, a], [, b]) => a.seq - b.seq)
  return Object.fromEntries(unsent.slice(0, size))
}

export const sameAnswer = (a: KeptAnswer | undefined, b: KeptAnswer) =>
  a !== undefined && a.epoch === b.epoch && a.seq === b.seq

function settle(
  progress: Progress,
  batch: Batch,
  ids: readonly string[],
  change: Partial<KeptAnswer>,
): Progress {
  const answers = { ...progress.answers }
  for (const id of ids) {
    const sent = batch[id]
    const now = answers[id]
    // Changed while the call was under way: the newer value is still unsent.
    if (sent && now && sameAnswer(now, sent)) answers[id] = { ...now, ...change }
  }
  return { ...progress, answers }
}

/** The value that is sent: of a draft the blank that takes back what was sent before. */
export const sentValue = (kept: KeptAnswer): ResponseValue => {
  if (!isDraft(kept)) return kept.value
  return typeof kept.value === 'object' ? {} : ''
}

/** The items that have a newer answer from elsewhere: not those that this device has answered again since. */
export const overtaken = ({ answers }: Progress, batch: Batch, { superseded }: SavedAnswer): string[] =>
  superseded.filter((id) => {
    const sent = batch[id]
    return sent !== undefined && sameAnswer(answers[id], sent)
  })

/** Applies the server's acknowledgement of a batch: it settles only what it names as saved, in the value that was sent. */
export function acknowledged(progress: Progress, batch: Batch, data: SavedAnswer): Progress {
  const stored = settle(progress, batch, data.saved, { state: 'stored', late: false })
  const late = settle(stored, batch, data.late, { late: true })
  const lost = overtaken(progress, batch, data).filter((id) => !progress.lost.includes(id))
  return lost.length === 0 ? late : { ...late, lost: [...late.lost, ...lost] }
}

export const refused = (progress: Progress, batch: Batch, refusal: string): Progress =>
  settle(progress, batch, Object.keys(batch), { state: 'refused', refusal })
