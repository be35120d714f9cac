import { t } from '../words.ts'
import type { TabletFailure } from './actions.ts'

/** What the server said, in words; of too many tries it also says how long to wait. */
export function failureWords(failure: TabletFailure): string {
  if (failure === 'storage') return t('tablet:failure.storage')
  const { status, message, retryAfterMs } = failure
  if (status === 0) return t('tablet:failure.network')
  if (status === 429 && retryAfterMs > 0)
    return t('tablet:failure.tooMany', { count: Math.max(1, Math.ceil(retryAfterMs / 60_000)) })
  return message || t('tablet:failure.server')
}
