import { isDeepStrictEqual } from 'node:util'
import type { Connections } from '#server/db/database.ts'
import { computeScores, isClosed } from '#server/features/delivery/attempts/closing/close.ts'
import { findAttempt } from '#server/features/delivery/attempts/queries.ts'
import type { Look, Stored, StoredAnswer, StoredAttempt } from './check.ts'
import type { Answers } from './history.ts'

type Db = Connections['db']

/** All answers of a client, and which of its tests are under way. */
export async function whatRuns(db: Db, clientId: string): Promise<Omit<Look, 'from' | 'to'>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const running = await tx
        .selectFrom('attempts')
        .where('client_id', '=', clientId)
        .where('closed_at', 'is', null)
        .select(['assignment_id as assignment', 'paused_at'])
        .execute()
      return {
        answers: await answersOf(tx, clientId),
        running: running.map(({ assignment, paused_at }) => ({ assignment, paused: paused_at !== null })),
      }
    })
}

/** Everything of a client, no matter who began it. */
export async function everything(db: Db, clientId: string): Promise<Stored> {
  const attempts = await db
    .selectFrom('attempts')
    .where('client_id', '=', clientId)
    .select(['id', 'offline_id', 'assignment_id'])
    .execute()
  const judged: StoredAttempt[] = []
  for (const { id, offline_id, assignment_id } of attempts)
    judged.push({
      attempt: offline_id ?? id,
      assignment: assignment_id,
      ...(await judge(db, { clientId, assignmentId: assignment_id })),
    })
  const kept = await db
    .selectFrom('kept_attempts')
    .where('client_id', '=', clientId)
    .select(['id', 'responses'])
    .execute()
  return {
    answers: await answersOf(db, clientId),
    attempts: judged,
    kept: kept.map(({ id, responses }) => ({ attempt: id, answers: responses as Answers })),
  }
}

async function judge(db: Db, key: { clientId: string; assignmentId: string }) {
  const found = await findAttempt(db, key)
  const results = await db
    .selectFrom('results')
    .where('client_id', '=', key.clientId)
    .where('assignment_id', '=', key.assignmentId)
    .select('scores')
    .execute()
  const scores =
    found !== undefined && isClosed(found) ? await computeScores(db, found, { by: 'person' }) : undefined
  const scoredRight = isDeepStrictEqual(asStored(scores), results[0]?.scores)
  return { receipt: found?.receipt ?? null, results: results.length, scoredRight }
}

const answersOf = (db: Db, clientId: string): Promise<StoredAnswer[]> =>
  db
    .selectFrom('responses')
    .innerJoin('attempts', (join) =>
      join
        .onRef('attempts.client_id', '=', 'responses.client_id')
        .onRef('attempts.id', '=', 'responses.attempt_id'),
    )
    .where('responses.client_id', '=', clientId)
    .select(({ fn }) => [
      fn.coalesce('attempts.offline_id', 'attempts.id').as('attempt'),
      'responses.item_id as item',
      'value',
      'responses.epoch',
      'seq',
      'late',
    ])
    .execute()

const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
