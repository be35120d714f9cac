import { getRetention, setRetention } from '#contract/retention.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import { changeRetention, retentionOf } from './retention.ts'

export const retentionRoutes: readonly Route[] = [
  onClient.read(getRetention, retentionOf),
  onClient.write(setRetention, changeRetention),
]
