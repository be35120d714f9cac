import type { CallFailure } from '../api.ts'
import { t } from '../words.ts'

/** What the server said, in words; of too many tries it also says how long to wait. */
export function failureWords({ status, message, retryAfterMs }: CallFailure): string {
  if (status === 0) return t('tablet:failure.network')
  if (status === 429 && retryAfterMs > 0)
    return t('tablet:failure.tooMany', { count: Math.max(1, Math.ceil(retryAfterMs / 60_000)) })
  return message || t('tablet:failure.server')
}
