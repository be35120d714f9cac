import { getSettings, updateSettings } from '#contract/settings.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { readSettings } from './queries.ts'
import { changeSettings } from './settings.ts'

export const settingsRoutes: readonly Route[] = [
  onPlatform.read(getSettings, readSettings),
  onPlatform.write(updateSettings, changeSettings),
]
