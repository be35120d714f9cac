import { type ResponseValue, responseValue } from '#contract/responses.ts'
import type { Executor } from '#server/db/database.ts'
import { findAnswers } from './queries.ts'

interface Key {
  clientId: string
  attemptId: string
}

/** The answers stored in time, as `start` gives them back to a device. */
export async function storedResponses(
  db: Executor,
  key: Key,
): Promise<Record<string, { value: ResponseValue; epoch: number; seq: number }>> {
  const rows = await findAnswers(db, key, { late: false })
  return Object.fromEntries(
    rows.map((row) => [
      row.item_id,
      { value: responseValue.parse(row.value), epoch: row.epoch, seq: row.seq },
    ]),
  )
}

/** What is scored: the answers stored in time and how long each took, in milliseconds where the device said so. */
export async function answersToScore(
  db: Executor,
  key: Key,
): Promise<{ responses: Record<string, unknown>; timings: Record<string, number> }> {
  const rows = await findAnswers(db, key, { late: false })
  const timed = rows.flatMap((row) =>
    row.elapsed_ms === null ? [] : [[row.item_id, row.elapsed_ms] as const],
  )
  return {
    responses: Object.fromEntries(rows.map((row) => [row.item_id, row.value])),
    timings: Object.fromEntries(timed),
  }
}
