import { confirmOwnAddress, getOwnData, ownDataPdf, updateOwnProfile } from '#contract/own-data.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { ownPaper, readOwnData } from './data.ts'
import { confirmAddress, correctProfile } from './profile.ts'

export const ownDataRoutes: readonly Route[] = [
  onPlatform.read(getOwnData, (db, _platform, _query, actor, { deps }) =>
    readOwnData(db, deps.config.slipKey, actor, 'json'),
  ),
  onPlatform.read(ownDataPdf, ownPaper),
  onPlatform.run(updateOwnProfile, correctProfile),
  onPlatform.run(confirmOwnAddress, confirmAddress),
]
