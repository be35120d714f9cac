import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { type ReportFile, reportsPdf, reportsZip } from '#contract/report-files.ts'
import { refresh, useDownload } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { LiveText } from '../../../ui/text/LiveText.tsx'
import classes from './files.module.css'

interface ReportFileRowProps {
  clientId: string
  file: ReportFile
  timeZone: string
}

/** One file: what it is for, how far it is, and the button that takes it along. */
export function ReportFileRow({ clientId, file, timeZone }: ReportFileRowProps) {
  const { t, i18n } = useTranslation('report-files')
  const number = (value: number) => formatNumber(value, i18n.language)
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const { as, own, purpose, total, leftOut, state } = file
  const facts = [
    t('report-files:reports', { count: total, number: number(total) }),
    t(`assignments:purpose.${purpose}`),
    at(file.createdAt),
  ]
  return (
    <li className={`stack one-column gap-12 ${classes.row}`}>
      <div className="row split wraps gap-12">
        <div className="min-0">
          <h2 className="text-16 semibold">{t(`report-files:kind.${as}`)}</h2>
          <p className="muted">{facts.join(' · ')}</p>
          {leftOut > 0 ? (
            <p className="meta">{t('report-files:leftOut', { count: leftOut, number: number(leftOut) })}</p>
          ) : null}
          {state === 'done' ? (
            <p className="meta">{t('report-files:kept', { time: at(file.expiresAt) })}</p>
          ) : null}
        </div>
        {state === 'done' ? <Download clientId={clientId} file={file} /> : null}
      </div>
      {state === 'waiting' || state === 'running' ? <Progress file={file} /> : null}
      {state === 'failed' && own ? (
        <Failure of={{ problem: { text: file.problem?.message ?? t('report-files:again') } }} />
      ) : null}
    </li>
  )
}

function Download({ clientId, file: { id: jobId, as } }: { clientId: string; file: ReportFile }) {
  const { t } = useTranslation('report-files')
  const queries = useQueryClient()
  const call = as === 'zip' ? reportsZip : reportsPdf
  const file = useDownload(call)
  return (
    <Button
      variant="solid"
      icon={<IconDownload aria-hidden />}
      loading={file.isPending}
      onClick={() =>
        file.mutate(
          { params: { clientId, jobId } },
          // An erasure may have taken it away.
          { onError: () => refresh(queries, call) },
        )
      }
    >
      {t('report-files:download')}
    </Button>
  )
}

function Progress({ file: { done, total, own, state } }: { file: ReportFile }) {
  const { t, i18n } = useTranslation('report-files')
  const number = (value: number) => formatNumber(value, i18n.language)
  const figures = t('report-files:progress', { done: number(done), total: number(total) })
  const made = done < total ? figures : t('report-files:binding')
  const words = state === 'waiting' ? t('report-files:waiting') : made
  return (
    <div className="stack one-column gap-8" role="status">
      <p>
        <LiveText>{words}</LiveText>
      </p>
      <ProgressBar value={done} max={total} label={words} />
      <p className="muted">{own ? t('report-files:leave') : t('report-files:other')}</p>
    </div>
  )
}
