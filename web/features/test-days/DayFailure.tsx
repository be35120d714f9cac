import type { ReactNode } from 'react'
import { ApiError, problemOf } from '../../app/apiError.ts'
import { Failure } from '../../ui/feedback/Failure.tsx'
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
  if (!error) return null
  if (error instanceof ApiError && error.code === 'quota_exceeded')
    return <QuotaShortage refused error={error} goBack={children} />
  return <Failure of={{ problem: problemOf(error, failed, { withId: true }) }} />
}
