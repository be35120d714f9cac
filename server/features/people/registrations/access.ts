import { readSlipCode } from '#contract/slipCode.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { findByCode, findRegistration, type Key, type RegistrationRow } from './queries.ts'

export interface AuthorizedRegistration {
  readonly client: AuthorizedClient
  readonly row: RegistrationRow
}

/** A registration of a client that the caller works for. */
export const onRegistration = subject(
  'registration',
  async (
    db,
    caller: Caller,
    params: { clientId: string; registrationId: string },
  ): Promise<AuthorizedRegistration> => {
    const client = await authorizeClient(db, caller, params.clientId)
    const row = await findRegistration(db, { clientId: client.id, id: params.registrationId })
    if (row === undefined) throw new Failure('not_found')
    return { client, row }
  },
  ({ client }) => client.id,
)

/** The registration whose link somebody opened. */
export const onRegistrationLink = subject(
  'registration',
  async (db, _guest: undefined, { code }: { code: string }): Promise<Key> => {
    const found = await findByCode(db, readSlipCode(code))
    if (found === undefined) throw new Failure('not_found')
    return found
  },
  ({ clientId }) => clientId,
)
