import { getSystem, retryJob } from '#contract/system.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { readSystem, retry } from './system.ts'

export const systemRoutes: readonly Route[] = [
  onPlatform.read(getSystem, (db, _platform, _query, _actor, { deps: { certificate, config } }) =>
    readSystem(db, certificate, config),
  ),
  onPlatform.write(retryJob, retry),
]
