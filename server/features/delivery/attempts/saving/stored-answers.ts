import { type ResponseValue, responseValue } from '#contract/responses.ts'
import type { Executor } from '#server/db/database.ts'
import {
  type AnswerRow,
  findAnswers,
  findCounted,
  findCountedOfAll,
  findLate,
  findLateSinceDecision,
  findLateTimes,
} from './response-queries.ts'

interface Key {
  clientId: string
  attemptId: string
}

export interface Answers {
  responses: Record<string, unknown>
  timings: Record<string, number>
}

/** The answers stored in time, as `start` gives them back to a device. */
export async function storedResponses(
  db: Executor,
  key: Key,
): Promise<Record<string, { value: ResponseValue; epoch: number; seq: number; elapsedMs?: number }>> {
  const rows = await findAnswers(db, key, { late: false })
  return Object.fromEntries(
    rows.map((row) => [
      row.item_id,
      {
        value: responseValue.parse(row.value),
        epoch: row.epoch,
        seq: row.seq,
        ...(row.elapsed_ms !== null && { elapsedMs: row.elapsed_ms }),
      },
    ]),
  )
}

/**
 * The answers to be scored: those stored in time with the milliseconds each took, where the device sent them. With
 * late ones that a manager accepted, the newest of an item counts; later ones need another decision.
 */
export async function answersToScore(db: Executor, key: Key): Promise<Answers> {
  return newestOf(await findCounted(db, key))
}

/** The same for several attempts at once, in their order. */
export async function answersOfAll(db: Executor, keys: readonly Key[]): Promise<Answers[]> {
  const rows = Map.groupBy(await findCountedOfAll(db, keys), (row) => `${row.client_id} ${row.attempt_id}`)
  return keys.map(({ clientId, attemptId }) => newestOf(rows.get(`${clientId} ${attemptId}`) ?? []))
}

function newestOf(
  answers: readonly Pick<AnswerRow, 'item_id' | 'value' | 'epoch' | 'seq' | 'elapsed_ms'>[],
): Answers {
  const newestLast = answers.toSorted((a, b) => a.epoch - b.epoch || a.seq - b.seq)
  const rows = [...new Map(newestLast.map((row) => [row.item_id, row])).values()]
  const timed = rows.flatMap((row) =>
    row.elapsed_ms === null ? [] : [[row.item_id, row.elapsed_ms] as const],
  )
  return {
    responses: Object.fromEntries(rows.map((row) => [row.item_id, row.value])),
    timings: Object.fromEntries(timed),
  }
}

/** The answers that came after the limit to questions that everybody gets, and when they were given by the person's device. */
export const lateTimes = findLateTimes

/** True when there are such answers. */
export const hasLateAnswers = (db: Executor, key: Key): Promise<boolean> => findLate(db, key)

/** True when such answers came after a manager had decided about earlier ones. */
export const hasUndecidedAnswers = (db: Executor, key: Key): Promise<boolean> =>
  findLateSinceDecision(db, key)
