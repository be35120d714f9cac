import {
  changeJobProfile,
  createJobProfile,
  getJobProfile,
  listJobProfiles,
  listJobScales,
} from '#contract/job-profiles.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import { onJobProfile } from './access.ts'
import { change, create, list, profileById, scales } from './profiles.ts'

export const jobProfileRoutes: readonly Route[] = [
  onClient.list(listJobProfiles, list),
  onClient.read(listJobScales, scales),
  onClient.write(createJobProfile, create),
  onJobProfile.read(getJobProfile, (db, { client, row }, _query, { locale }) =>
    profileById(db, client, row.id, locale),
  ),
  onJobProfile.write(changeJobProfile, change),
]
