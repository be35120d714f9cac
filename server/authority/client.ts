import { isOperator } from '#contract/access.ts'
import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { findClientFor } from './queries.ts'
import {
  type AuthorizedClient,
  idInReach,
  type ReadableClient,
  readableClient,
  requireAllPeople,
} from './reach.ts'

export type { AuthorizedClient, ReadableClient }

/**
 * A client as far as this caller may read it ([0128](../../docs/decisions/0128-readers.md)).
 * @throws Failure not_found for a client that does not exist and for one that is not the caller's, alike
 */
export async function authorizeReadable(
  db: Executor,
  caller: Caller,
  clientId: string,
): Promise<ReadableClient> {
  const { key } = caller
  if (key !== null && key.clientId !== clientId) throw new Failure('not_found')
  const person = isOperator(caller) ? 'operator' : caller
  const found = await findClientFor(db, clientId, key === null ? person : 'key')
  if (found === undefined) throw new Failure('not_found')
  return readableClient(found)
}

/**
 * A client whose people this caller may all see. Whether they may change anything says the call ({@link subject}).
 * @throws Failure not_found; read_only for readers of chosen groups
 */
export async function authorizeClient(
  db: Executor,
  caller: Caller,
  clientId: string,
): Promise<AuthorizedClient> {
  return requireAllPeople(await authorizeReadable(db, caller, clientId))
}

/** Calls that readers of chosen groups can't make. */
export const onClient = subject(
  'client',
  (db, caller: Caller, { clientId }: { clientId: string }) => authorizeClient(db, caller, clientId),
  (client) => client.id,
)

/** Calls of everybody who may read of the client. Their queries ask for a ReadableClient, so that they apply its limit. */
export const onReadableClient = subject(
  'client',
  (db, caller: Caller, { clientId }: { clientId: string }) => authorizeReadable(db, caller, clientId),
  idInReach,
)

/** The client of a job that somebody added who was authorised for it then. @throws Failure not_found */
export async function clientOfJob(db: Executor, clientId: string): Promise<AuthorizedClient> {
  const found = await findClientFor(db, clientId, 'job')
  if (found === undefined) throw new Failure('not_found')
  return requireAllPeople(readableClient(found))
}
