import { createShare, endShare, listShares, openShare } from '#contract/shares.ts'
import { onClient, onReadableClient } from '#server/authority/client.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { onShare } from './access.ts'
import { create } from './create.ts'
import { open } from './open.ts'
import { end, list } from './shares.ts'

export const shareRoutes: readonly Route[] = [
  onReadableClient.list(listShares, list),
  onClient.write(createShare, (tx, client, body, actor, { deps }) =>
    create(tx, client, body, actor, deps.config),
  ),
  onShare.write(endShare, end),
  // Wrong PINs stay counted, so it may not be undone as a whole.
  onPlatform.run(openShare, open),
]
