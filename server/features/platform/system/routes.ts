import { getSystem, retryJob } from '#contract/system.ts'
import { noClient } from '#server/http/idempotency.ts'
import { onPlatform, type Route, subject } from '#server/http/subject.ts'
import { loadFailed, readSystem, retry } from './system.ts'

const onFailedJob = subject('failedJob', loadFailed, () => noClient)

export const systemRoutes: readonly Route[] = [
  onPlatform.read(getSystem, (db, _platform, _query, _actor, { deps: { certificate, config } }) =>
    readSystem(db, certificate, config),
  ),
  onFailedJob.write(retryJob, retry),
]
