import { checkCopy } from '#contract/report-copies.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { checkedCopy } from './copies.ts'

export const copyRoutes: readonly Route[] = [onPlatform.read(checkCopy, checkedCopy)]
