import {
  changeIdentityProvider,
  confirmSignInDomain,
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
} from '#contract/identity-providers.ts'
import { finishSingleSignOn, startSingleSignOn } from '#contract/single-sign-on.ts'
import { onClient } from '#server/authority/client.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { onIdentityProvider } from './access.ts'
import { finish } from './callback.ts'
import { confirm } from './confirm.ts'
import { change, create, list, remove } from './providers.ts'
import { start } from './start.ts'

export const singleSignOnRoutes: readonly Route[] = [
  onPlatform.run(startSingleSignOn, start),
  onPlatform.run(finishSingleSignOn, finish),
  onClient.list(listIdentityProviders, (db, client, query, _actor, { deps }) =>
    list(db, client, query, deps.config),
  ),
  onClient.run(createIdentityProvider, (db, client, body, actor, { deps }) =>
    create(db, client, body, actor, deps),
  ),
  onIdentityProvider.run(changeIdentityProvider, (db, provider, body, actor, { deps }) =>
    change(db, provider, body, actor, deps),
  ),
  onIdentityProvider.write(deleteIdentityProvider, remove),
  onIdentityProvider.run(confirmSignInDomain, (db, provider, _body, actor, { deps, params }) =>
    confirm(db, provider, params.domain, actor, deps),
  ),
]
