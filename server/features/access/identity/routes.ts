import { askForCode as askForCodeCall, confirmIdentity as confirmIdentityCall } from '#contract/identity.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { askForCode, confirmIdentity } from './identity.ts'

export const identityRoutes: readonly Route[] = [
  // Tries of a code stay counted, so neither may be undone as a whole.
  onPlatform.run(askForCodeCall, askForCode),
  onPlatform.run(confirmIdentityCall, confirmIdentity),
]
