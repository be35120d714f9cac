import { listFeedbackTests, setFeedback } from '#contract/feedback.ts'
import { onClient } from '#server/authority/client.ts'
import { onClientInventory } from '#server/features/inventories/access.ts'
import type { Route } from '#server/http/subject.ts'
import { changeFeedback, feedbackTests } from './settings.ts'

export const feedbackTestRoutes: readonly Route[] = [
  onClient.read(listFeedbackTests, feedbackTests),
  onClientInventory.write(setFeedback, changeFeedback),
]
