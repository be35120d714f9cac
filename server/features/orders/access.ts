import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { findOwner } from './queries.ts'

export interface AuthorizedOrder {
  readonly client: AuthorizedClient
  readonly id: string
}

/** Finds the client of an order, regardless of who asks. */
export const ownerOf = findOwner

/** An order of a client the caller works for. @throws Failure not_found for all others */
export async function authorizeOrder(
  db: Executor,
  caller: Caller,
  orderId: string,
): Promise<AuthorizedOrder> {
  const clientId = await ownerOf(db, orderId)
  if (clientId === undefined) throw new Failure('not_found')
  return { client: await authorizeClient(db, caller, clientId), id: orderId }
}

export const onOrder = subject(
  'order',
  (db, caller: Caller, { orderId }: { orderId: string }) => authorizeOrder(db, caller, orderId),
  ({ client }) => client.id,
)
