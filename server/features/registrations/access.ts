import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { findRegistration, type RegistrationRow } from './queries.ts'

export interface AuthorizedRegistration {
  readonly client: AuthorizedClient
  readonly row: RegistrationRow
}

/** Loads a registration of a client that the caller works for. @throws Failure not_found for all others */
export const authorizeRegistration =
  (db: Executor) =>
  async (input: {
    params: { clientId: string; registrationId: string }
    caller: Caller
  }): Promise<AuthorizedRegistration> => {
    const client = await authorizeClient(db, input.caller, input.params.clientId)
    const row = await findRegistration(db, { clientId: client.id, id: input.params.registrationId })
    if (row === undefined) throw new Failure('not_found')
    return { client, row }
  }
