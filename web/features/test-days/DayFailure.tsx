import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { QuotaShortage } from '../quota/QuotaShortage.tsx'

interface DayFailureProps {
  error: Error | null
  /** Its title where the quota is not why. */
  failed: string
  /** The way back, where less can be asked for. */
  children: (words: string) => ReactNode
}

/** Why a day, or more people of it, could not be planned. */
export function DayFailure({ error, failed, children }: DayFailureProps) {
  const { t } = useTranslation()
  if (!error) return null
  if (error instanceof ApiError && error.code === 'quota_exceeded')
    return <QuotaShortage refused error={error} goBack={children} />
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Alert type="danger" title={failed} duration={0}>
      {errorMessage(error)}
      {requestId ? (
        <>
          {' '}
          {t('ui:error.pass')} <bdi className="num">{requestId}</bdi>
        </>
      ) : null}
    </Alert>
  )
}
