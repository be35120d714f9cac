import { createApiKey, listApiKeys, revokeApiKey } from '#contract/api-keys.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import { create, list, revoke } from './keys.ts'

export const apiKeyRoutes: readonly Route[] = [
  onClient.list(listApiKeys, list),
  onClient.write(createApiKey, create),
  onClient.write(revokeApiKey, (tx, client, _body, actor, { params }) =>
    revoke(tx, client, params.keyId, actor),
  ),
]
