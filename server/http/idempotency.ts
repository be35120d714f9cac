import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { Failure, FieldFailure } from './failure.ts'

/** The client id of a call that belongs to no client. */
export const noClient = '00000000-0000-0000-0000-000000000000'

export interface Idempotency {
  readonly clientId: string
  readonly call: string
  readonly userId: string
  readonly key: string
  readonly bodyHash: Buffer
}

/** The allowed form of a key. */
export const keyPattern = /^[\x21-\x7e]{1,200}$/

/** The request's Idempotency-Key with what it identifies; undefined when the caller sent none. */
export function idempotencyOf(
  request: FastifyRequest,
  scope: { clientId: string; call: string; userId: string },
  body: unknown,
): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw new FieldFailure({ 'Idempotency-Key': { key: 'format' } })
  }
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  return { ...scope, key, bodyHash }
}

const rowOf =
  ({ clientId, call, key }: Idempotency) =>
  (row: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    row.and({ client_id: clientId, call, key })

/**
 * Locks a key until the transaction ends; the second call waits for that. All API keys of a client are one caller, so that
 * calls can be repeated with the key that follows another one.
 * @returns what is kept under it, undefined for a new one
 * @throws Failure idempotency_key_reused where it belongs to another body, or is somebody else's
 */
async function hold(tx: Executor, idempotency: Idempotency): Promise<{ answer: unknown } | undefined> {
  const { clientId, call, key, userId, bodyHash } = idempotency
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ client_id: clientId, call, key, user_id: userId, body_hash: bodyHash, status: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed !== undefined) return undefined
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .select(
      sql<boolean>`user_id = ${userId} OR EXISTS (SELECT FROM api_keys mine
        JOIN api_keys first ON first.client_id = mine.client_id AND first.id = idempotency_keys.user_id
        WHERE mine.id = ${userId})`.as('mine'),
    )
    .where(rowOf(idempotency))
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!first.mine || !first.body_hash.equals(bodyHash)) throw new Failure('idempotency_key_reused')
  return first
}

/** @param status null while there is more to do */
async function keep(
  tx: Executor,
  idempotency: Idempotency,
  answer: object,
  status: number | null,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, answer: JSON.stringify(answer) })
    .where(rowOf(idempotency))
    .execute()
}

/**
 * Runs a verb once per key, within the verb's own transaction: the same key with the same body gets what it came to
 * again, with another body 409. A second call waits on the first one's row until that commits or rolls back. The stored
 * answer is kept for a week: it contains ids and numbers, and no names.
 */
export async function once<Answer extends object>(
  tx: Executor,
  idempotency: Idempotency | undefined,
  run: () => Promise<Answer>,
  parse: (stored: unknown) => Answer,
): Promise<Answer> {
  if (idempotency === undefined) return run()
  const held = await hold(tx, idempotency)
  if (held !== undefined) {
    // Done, but by an earlier version whose answers are not kept.
    if (held.answer === null) throw new Failure('idempotency_key_reused')
    return parse(held.answer)
  }
  const answer = await run()
  await keep(tx, idempotency, answer, 200)
  return answer
}

/**
 * One step of a verb that takes many transactions. Its progress is stored under the key and updated in the step's own
 * transaction: calls with the same key, at the same time or after a crash, continue from there and get the same answer.
 * @param before what the caller's last step came to; undefined before the first one
 */
export async function nextStep<Progress extends { readonly over: boolean }>(
  tx: Executor,
  idempotency: Idempotency | undefined,
  before: Progress | undefined,
  work: {
    begin: () => Promise<Progress>
    next: (progress: Progress) => Promise<Progress>
    parse: (stored: unknown) => Progress
  },
): Promise<Progress> {
  const held = idempotency && (await hold(tx, idempotency))
  const now = held === undefined ? (before ?? (await work.begin())) : work.parse(held.answer)
  if (now.over) return now
  const after = await work.next(now)
  if (idempotency !== undefined) await keep(tx, idempotency, after, after.over ? 200 : null)
  return after
}
