import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { type FailedJob, retryJob, type System } from '#contract/system.ts'
import { useAuth } from '../../../app/auth.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ScalesDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card, CardHeader } from '../../../ui/layout/Card.tsx'
import { Pill } from '../../../ui/text/Pill.tsx'
import classes from './system.module.css'

/** Work that nobody tries any more, with why and a way to try it again. */
export function FailedJobs({ failed }: { failed: System['jobs']['failed'] }) {
  const { t, i18n } = useTranslation()
  const { count, first } = failed
  return (
    <Card>
      <CardHeader
        title={t('system:failed.title')}
        actions={count > 0 ? <Pill tone="amber">{formatNumber(count, i18n.language)}</Pill> : null}
      />
      {count === 0 ? (
        <EmptyState heading="h3" drawing={<ScalesDrawing />} title={t('system:failed.none')}>
          {t('system:failed.noneText')}
        </EmptyState>
      ) : (
        <ul className={classes.failed}>
          {first.map((job) => (
            <FailedRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      {count > first.length ? (
        <p className={`meta ${classes.more}`}>
          {t('system:failed.more', { number: formatNumber(first.length, i18n.language) })}
        </p>
      ) : null}
    </Card>
  )
}

function FailedRow({ job: { id, name, attempts, failedAt, reason, codes } }: { job: FailedJob }) {
  const { t, i18n } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  const retrying = useAction(retryJob, { done: t('system:failed.done'), failed: t('system:failed.notDone') })
  const kind = t([`system:job.${name}`, 'system:job.other'], { name })
  return (
    <li className="row wraps split gap-12 ruled-top">
      <div className="stack min-0 gap-2">
        <b className="medium">{kind}</b>
        <span>
          {t(`system:reason.${reason}`)}
          {codes === '' ? null : ` (${codes})`}
        </span>
        <span className="meta">
          {t('system:failed.tries', {
            count: attempts,
            number: formatNumber(attempts, i18n.language),
            at: formatDateTime(failedAt, i18n.language, timeZone),
          })}
        </span>
      </div>
      <Button
        icon={<IconRefresh aria-hidden />}
        loading={retrying.isPending}
        aria-label={t('system:failed.retryOf', { kind })}
        onClick={() => retrying.mutate({ params: { jobId: id } })}
      >
        {t('system:failed.retry')}
      </Button>
    </li>
  )
}
