import { feedbackPdf, getFeedback } from '#contract/feedback.ts'
import { onOwnResult } from '#server/features/delivery/attempts/access.ts'
import type { Route } from '#server/http/subject.ts'
import { printFeedback, readFeedback } from './read.ts'

export const feedbackRoutes: readonly Route[] = [
  onOwnResult.read(getFeedback, readFeedback),
  onOwnResult.read(feedbackPdf, printFeedback),
]
