import { CompiledQuery, sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Answer } from '#server/features/delivery/attempts/saving/group.ts'
import { storing } from '#server/features/delivery/attempts/saving/response-queries.ts'

/** Stores the answers of one attempt: $1 client, $2 attempt; $3 and on as in `storing`. */
const rescueStatement = `
WITH allowed AS MATERIALIZED (
  SELECT 0 AS number, client_id, id, epoch, deadline, closed_at FROM attempts WHERE client_id = $1 AND id = $2
), ${storing(3)}
SELECT item_id, late FROM stored`

/** Stores answers of an attempt that is locked. @returns those that were not there, nor a newer one */
export async function storeRescued(
  tx: Executor,
  { clientId, attemptId }: { clientId: string; attemptId: string },
  { epoch, answers }: { epoch: number; answers: readonly Answer[] },
): Promise<{ item_id: string; late: boolean }[]> {
  const { rows } = await tx.executeQuery<{ item_id: string; late: boolean }>(
    CompiledQuery.raw(rescueStatement, [
      clientId,
      attemptId,
      answers.map(() => 0),
      answers.map(({ itemId }) => itemId),
      answers.map(({ timedSection }) => timedSection),
      answers.map(() => epoch),
      answers.map(({ seq }) => seq),
      answers.map(({ value }) => JSON.stringify(value)),
      answers.map(({ at }) => at),
      answers.map(({ elapsedMs }) => elapsedMs),
    ]),
  )
  return rows
}

/** Finds the items of a device's answers for which the server has stored neither the answer nor a newer one. */
export async function findUnstored(
  db: Executor,
  { clientId, attemptId }: { clientId: string; attemptId: string },
  { epoch, answers }: { epoch: number; answers: readonly Answer[] },
): Promise<string[]> {
  const { rows } = await sql<{ item_id: string }>`
    SELECT i.item_id FROM unnest(${answers.map(({ itemId }) => itemId)}::text[], ${answers.map(({ seq }) => seq)}::int[])
      AS i (item_id, seq)
    WHERE NOT EXISTS (
      SELECT FROM responses r WHERE r.client_id = ${clientId} AND r.attempt_id = ${attemptId}
        AND r.item_id = i.item_id AND (r.epoch, r.seq) >= (${epoch}::int, i.seq))`.execute(db)
  return rows.map((row) => row.item_id)
}
