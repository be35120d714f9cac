import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { noClient } from '#server/http/idempotency.ts'
import { subject } from '#server/http/subject.ts'
import { findOwnMemberships, findRequest, type RequestRow } from './queries.ts'

/** The memberships with which a caller may ask. Somebody who belongs to no client has none. */
export const onOwnMemberships = subject(
  undefined,
  async (db, { userId, invitationClientId: clientId }: Caller) => {
    const memberships = await findOwnMemberships(db, { userId, clientId })
    if (memberships.length === 0) throw new Failure('not_found')
    return memberships
  },
  () => noClient,
)

/** A request of a client, which the caller may decide. */
export interface AuthorizedRequest {
  readonly row: RequestRow
  readonly client: AuthorizedClient
}

export const onRequest = subject(
  'request',
  async (db, caller: Caller, { requestId }: { requestId: string }): Promise<AuthorizedRequest> => {
    const row = await findRequest(db, requestId)
    if (row === undefined) throw new Failure('not_found')
    return { row, client: await authorizeClient(db, caller, row.clientId) }
  },
  ({ client }) => client.id,
)
