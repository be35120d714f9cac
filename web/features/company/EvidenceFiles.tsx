import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type EvidenceJob, evidencePdf } from '#contract/evidence.ts'
import { formatDateTime, formatDay, formatNumber } from '#contract/format.ts'
import { refresh, useDownload } from '../../app/useAction.ts'
import { useClientTimeZone } from '../../app/useClient.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Failure } from '../../ui/feedback/Failure.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { LiveText } from '../../ui/text/LiveText.tsx'
import classes from './company.module.css'

/** Evidence that is being made, failed or waits to be taken along, newest first. */
export function EvidenceFiles({ clientId, jobs }: { clientId: string; jobs: readonly EvidenceJob[] }) {
  const [newest] = jobs
  const ready = jobs.filter(({ status }) => status === 'done')
  if (newest === undefined) return null
  return (
    <div className={`stack ${classes.evidence}`}>
      {newest.finishedAt === null ? <Progress job={newest} /> : null}
      {newest.problem ? <Failure of={{ problem: { text: newest.problem.message } }} /> : null}
      {ready.length === 0 ? null : (
        <ul className="stack">
          {ready.map((job) => (
            <ReadyFile key={job.id} clientId={clientId} job={job} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Progress({ job: { done, total, own } }: { job: EvidenceJob }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const figures = t('retention:evidence.progress', { done: number(done), total: number(total) })
  const drawn = done < total ? figures : t('retention:evidence.drawing')
  const words = total === 0 ? t('retention:evidence.waiting') : drawn
  return (
    <div className={`stack ${classes.evidence}`} role="status">
      <p>
        <LiveText>{words}</LiveText>
      </p>
      <ProgressBar value={done} max={total} label={words} />
      <p className="muted">{own ? t('retention:evidence.leave') : t('retention:evidence.other')}</p>
    </div>
  )
}

function ReadyFile({ clientId, job }: { clientId: string; job: EvidenceJob }) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const timeZone = useClientTimeZone(clientId)
  const day = (one: string) => formatDay(one, i18n.language)
  const file = useDownload(evidencePdf)
  const save = () =>
    file.mutate(
      { params: { clientId, jobId: job.id } },
      // An erasure may have taken it away.
      { onError: () => refresh(queries, evidencePdf) },
    )
  return (
    <li className={`row split wraps ${classes.evidenceFile}`}>
      <div>
        <p>{t('retention:evidence.ready', { from: day(job.from), to: day(job.to) })}</p>
        <p className="muted">
          {t('retention:evidence.kept', { time: formatDateTime(job.expiresAt, i18n.language, timeZone) })}
        </p>
      </div>
      <Button icon={<IconDownload aria-hidden />} loading={file.isPending} onClick={save}>
        {t('retention:evidence.download')}
      </Button>
    </li>
  )
}
