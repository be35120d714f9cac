import { useTranslation } from 'react-i18next'
import { ApiError, errorMessage } from './apiError.ts'

/** A failure in words; of too many tries it also says how long to wait. */
export function useFailureWords(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => {
    if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfterSeconds === undefined)
      return errorMessage(error)
    return t('auth:tooMany', { count: Math.max(1, Math.ceil(error.retryAfterSeconds / 60)) })
  }
}
