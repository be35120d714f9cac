import { isOperator } from '#contract/access.ts'
import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { findClientFor } from './queries.ts'

declare const authorized: unique symbol

/** A client that this caller may work for. Only this module makes one, so a query that asks for it cannot forget the check. */
export interface AuthorizedClient {
  readonly [authorized]: true
  readonly id: string
  readonly name: string
  readonly status: 'pending' | 'active' | 'suspended'
  readonly timeZone: string
}

/** @throws Failure not_found for a client that does not exist and for one that is not the caller's, alike */
export async function authorizeClient(
  db: Executor,
  caller: Caller,
  clientId: string,
): Promise<AuthorizedClient> {
  const found = await findClientFor(db, clientId, isOperator(caller) ? null : caller.userId)
  if (found === undefined) throw new Failure('not_found')
  // The brand exists in the type alone.
  return found as typeof found & AuthorizedClient
}

export const onClient = subject(
  'client',
  (db, caller: Caller, { clientId }: { clientId: string }) => authorizeClient(db, caller, clientId),
  (client) => client.id,
)

/** The client of a job that somebody added who was authorised for it then. @throws Failure not_found */
export async function clientOfJob(db: Executor, clientId: string): Promise<AuthorizedClient> {
  const found = await findClientFor(db, clientId, null)
  if (found === undefined) throw new Failure('not_found')
  return found as typeof found & AuthorizedClient
}
