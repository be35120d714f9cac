import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { Failure, FieldFailure } from './failure.ts'

export interface Idempotency {
  readonly clientId: string
  readonly call: string
  readonly userId: string
  readonly key: string
  readonly bodyHash: Buffer
}

/** The request's Idempotency-Key with what it stands for; undefined when the caller sent none. */
export function idempotencyOf(
  request: FastifyRequest,
  scope: { clientId: string; call: string; userId: string },
  body: unknown,
): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new FieldFailure({ 'Idempotency-Key': { key: 'format' } })
  }
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  return { ...scope, key, bodyHash }
}

/**
 * Runs a verb once per key, within the verb's own transaction: the same key with the same body gets the first answer
 * again, with another body 409. A second call waits on the first one's row until that commits or rolls back.
 */
export async function once<Answer extends object>(
  tx: Executor,
  idempotency: Idempotency | undefined,
  run: () => Promise<Answer>,
  parse: (stored: unknown) => Answer,
): Promise<Answer> {
  if (idempotency === undefined) return run()
  const { clientId, call, key, userId, bodyHash } = idempotency
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ client_id: clientId, call, key, user_id: userId, body_hash: bodyHash, status: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const ofThisKey = { client_id: clientId, call, key }
  if (claimed === undefined) {
    const first = await tx
      .selectFrom('idempotency_keys')
      .select(['user_id', 'body_hash', 'answer'])
      .where((row) => row.and(ofThisKey))
      .executeTakeFirstOrThrow()
    if (first.user_id !== userId || !first.body_hash.equals(bodyHash))
      throw new Failure('idempotency_key_reused')
    return parse(first.answer)
  }
  const answer = await run()
  await tx
    .updateTable('idempotency_keys')
    .set({ status: 200, answer: JSON.stringify(answer) })
    .where((row) => row.and(ofThisKey))
    .execute()
  return answer
}

/** Forgets keys of more than a week ago: nobody repeats a call that late. */
export async function sweepIdempotencyKeys(db: Executor): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
}
