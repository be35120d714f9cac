import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { ApiError, problemOf } from '../../../app/apiError.ts'
import { paths, type Shortage } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { CoolingPeople } from '../../assignments/access-rules/CoolingPeople.tsx'
import { QuotaShortage } from '../../quota/QuotaShortage.tsx'
import { alreadyAssigned, coolingDown } from './alreadyAssigned.ts'
import classes from './assign.module.css'

interface AssignFailureProps {
  error: Error | null
  /** Tests whose quota is not enough for the chosen people, as far as the page knows. */
  short: readonly Shortage[]
  busy: boolean
  onSkip: (skipping: { skipExisting: true } | { skipCoolingDown: true }) => void
}

/** Why nothing was given, and the ways on from there. */
export function AssignFailure({ error, short, busy, onSkip }: AssignFailureProps) {
  const { t, i18n } = useTranslation()
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'quota_exceeded' || (!error && short.length > 0))
    return (
      <QuotaShortage
        refused={error !== null}
        error={error}
        shortages={short}
        goBack={(words) => (
          <Link className="link" to={paths.assignments}>
            {words}
          </Link>
        )}
      />
    )
  if (!error) return null
  const cooling = coolingDown(error)
  if (cooling)
    return (
      <CoolingPeople cooling={cooling}>
        <span className={`row wraps above-8 ${classes.ways}`}>
          <Button size="sm" loading={busy} onClick={() => onSkip({ skipCoolingDown: true })}>
            {t('access:cooling.skip')}
          </Button>
        </span>
      </CoolingPeople>
    )
  const waiting = alreadyAssigned(error)
  if (waiting)
    return (
      <Alert
        type="warning"
        title={t('assign:already.title', {
          count: waiting.count,
          number: formatNumber(waiting.count, i18n.language),
        })}
        duration={0}
      >
        <ul className={classes.names}>
          {waiting.people.slice(0, 10).map(({ userId, name, inventories }) => (
            <li key={userId}>
              <bdi>{name}</bdi>: {inventories.join(', ')}
            </li>
          ))}
        </ul>
        {waiting.count > 10
          ? t('assign:already.more', {
              count: waiting.count - 10,
              number: formatNumber(waiting.count - 10, i18n.language),
            })
          : null}
        <span className={`row wraps above-8 ${classes.ways}`}>
          <Button size="sm" loading={busy} onClick={() => onSkip({ skipExisting: true })}>
            {t('assign:already.skip')}
          </Button>
        </span>
      </Alert>
    )
  return <Failure of={{ problem: problemOf(error, t('invite:failure.failed'), { withId: true }) }} />
}
