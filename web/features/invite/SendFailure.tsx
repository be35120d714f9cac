import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import classes from './SendFailure.module.css'
import type { Action } from './steps.ts'
import wizard from './wizard.module.css'

interface SendFailureProps {
  error: Error | null
  /** The quota will not do for the present list, as far as the page knows. */
  short: boolean
  dispatch: (action: Action) => void
}

/** Why nothing was sent, and the ways on from there. */
export function SendFailure({ error, short, dispatch }: SendFailureProps) {
  const { t } = useTranslation()
  const code = error instanceof ApiError ? error.code : undefined
  const goBack = (
    <span className={classes.ways}>
      <button
        type="button"
        className={wizard.textButton}
        onClick={() => dispatch({ type: 'go', to: 'what' })}
      >
        {t('invite:failure.goBack')}
      </button>
      <Link className="link" to={paths.assignments}>
        {t('invite:failure.toAssignments')}
      </Link>
    </span>
  )

  if (code === 'quota_exceeded') {
    return (
      <Alert type="danger" title={t('invite:failure.insufficient')} duration={0}>
        {t('invite:failure.exceeded')}
        {goBack}
      </Alert>
    )
  }
  if (!error) {
    return short ? (
      <Alert type="warning" title={t('invite:failure.insufficient')} duration={0}>
        {t('invite:failure.short')}
        {goBack}
      </Alert>
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
      {code === 'inventory_not_enabled' || code === 'invalid_request' ? goBack : null}
    </Alert>
  )
}
