import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { hasWebhook } from './queries.ts'

export interface AuthorizedWebhook {
  readonly client: AuthorizedClient
  readonly id: string
}

/** A webhook of a client that the caller works for. */
export const onWebhook = subject(
  'webhook',
  async (db, caller: Caller, params: { clientId: string; webhookId: string }): Promise<AuthorizedWebhook> => {
    const client = await authorizeClient(db, caller, params.clientId)
    if (!(await hasWebhook(db, client, params.webhookId))) throw new Failure('not_found')
    return { client, id: params.webhookId }
  },
  ({ client }) => client.id,
)
