import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { hasProvider } from './queries.ts'

export interface AuthorizedProvider {
  readonly client: AuthorizedClient
  readonly id: string
}

/** An identity provider of a client that the caller works for. */
export const onIdentityProvider = subject(
  'identityProvider',
  async (
    db,
    caller: Caller,
    params: { clientId: string; providerId: string },
  ): Promise<AuthorizedProvider> => {
    const client = await authorizeClient(db, caller, params.clientId)
    if (!(await hasProvider(db, client, params.providerId))) throw new Failure('not_found')
    return { client, id: params.providerId }
  },
  ({ client }) => client.id,
)
