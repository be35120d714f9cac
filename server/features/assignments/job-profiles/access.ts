import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { findProfile, type JobProfileRow } from './queries.ts'

export interface AuthorizedProfile {
  readonly client: AuthorizedClient
  readonly row: JobProfileRow
}

/** A job profile of a client that the caller works for. */
export const onJobProfile = subject(
  'jobProfile',
  async (
    db,
    caller: Caller,
    params: { clientId: string; jobProfileId: string },
  ): Promise<AuthorizedProfile> => {
    const client = await authorizeClient(db, caller, params.clientId)
    const row = await findProfile(db, client, params.jobProfileId)
    if (row === undefined) throw new Failure('not_found')
    return { client, row }
  },
  ({ client }) => client.id,
)
