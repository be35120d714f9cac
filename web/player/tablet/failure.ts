import { CallFailure } from '../api.ts'
import { networkWords } from '../networkWords.ts'
import { t } from '../words.ts'

/**
 * Why something did not work: the call, a device that cannot store what a tablet must (private mode, a full disk), or
 * prepared tests that can't be read.
 */
export type TabletFailure = CallFailure | 'storage' | 'damaged'

export function failureOf(error: unknown): CallFailure | 'storage' {
  if (error instanceof CallFailure) return error
  console.error(error)
  return 'storage'
}

/** The error message to show; after too many tries it also says how long to wait. */
export function failureWords(failure: TabletFailure): string {
  if (failure === 'storage') return t('tablet:failure.storage')
  if (failure === 'damaged') return t('tablet:failure.damaged')
  const { status, message, retryAfterMs } = failure
  if (status === 0) return networkWords(failure, 'tablet:failure.network')
  if (status === 429 && retryAfterMs > 0)
    return t('tablet:failure.tooMany', { count: Math.max(1, Math.ceil(retryAfterMs / 60_000)) })
  return message || t('tablet:failure.server')
}
