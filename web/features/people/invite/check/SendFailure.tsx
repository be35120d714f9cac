import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError, problemOf } from '../../../../app/apiError.ts'
import { paths, type Shortage } from '../../../../app/paths.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Failure } from '../../../../ui/feedback/Failure.tsx'
import { GoBack, QuotaShortage } from '../../../quota/QuotaShortage.tsx'
import classes from './SendFailure.module.css'

interface SendFailureProps {
  error: Error | null
  /** Sent before the page was left, and never answered. */
  unanswered?: boolean
  /** Tests whose quota is not enough for the current list, as far as the page knows. */
  short?: readonly Shortage[]
  /** Back to where other tests can be chosen. */
  onGoBack: () => void
}

/** Why nothing was sent, and the ways on from there. */
export function SendFailure({ error, unanswered = false, short = [], onGoBack }: SendFailureProps) {
  const { t } = useTranslation()
  const code = error instanceof ApiError ? error.code : undefined
  const goBack = (words: string) => <GoBack words={words} onClick={onGoBack} />
  const waysOn = (
    <span className={`cluster above-8 ${classes.ways}`}>
      {goBack(t('invite:failure.goBack'))}
      <Link className="link" to={paths.assignments}>
        {t('invite:failure.toAssignments')}
      </Link>
    </span>
  )

  if (code === 'quota_exceeded') return <QuotaShortage refused error={error} goBack={goBack} />
  if (!error && unanswered) {
    return (
      <Alert type="warning" title={t('invite:failure.unknown')} duration={0}>
        {t('invite:failure.unknownMeans')}
      </Alert>
    )
  }
  if (!error) {
    return short.length > 0 ? (
      <QuotaShortage refused={false} shortages={short} goBack={goBack}>
        {t('invite:failure.short')}
      </QuotaShortage>
    ) : null
  }
  if (code === 'network' || code === 'timeout') {
    return (
      <Failure
        of={{ problem: { title: t('invite:failure.noAnswer'), text: t('invite:failure.tryAgain') } }}
      />
    )
  }
  const problem = problemOf(error, t('invite:failure.failed'), {
    more: code === 'client_not_active' ? t('invite:failure.askUs') : '',
    withId: true,
  })
  return (
    <Failure of={{ problem }}>
      {code === 'inventory_not_enabled' || code === 'invalid_request' ? waysOn : null}
    </Failure>
  )
}
