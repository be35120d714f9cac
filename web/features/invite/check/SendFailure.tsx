import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { paths, type Shortage } from '../../../app/paths.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { GoBack, QuotaShortage } from '../../quota/QuotaShortage.tsx'
import classes from './SendFailure.module.css'

interface SendFailureProps {
  error: Error | null
  /** Sent before the page was left, and never answered. */
  unanswered?: boolean
  /** Where the quota is not enough for the current list, as far as the page knows. */
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
    <span className={classes.ways}>
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
      <Alert type="danger" title={t('invite:failure.noAnswer')} duration={0}>
        {t('invite:failure.tryAgain')}
      </Alert>
    )
  }
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Alert type="danger" title={t('invite:failure.failed')} duration={0}>
      {errorMessage(error)} {code === 'client_not_active' ? t('invite:failure.askUs') : null}
      {requestId ? (
        <>
          {' '}
          {t('ui:error.pass')} <bdi className="num">{requestId}</bdi>
        </>
      ) : null}
      {code === 'inventory_not_enabled' || code === 'invalid_request' ? waysOn : null}
    </Alert>
  )
}
