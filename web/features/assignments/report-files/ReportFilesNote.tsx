import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { paths } from '../../../app/paths.ts'
import classes from './note.module.css'
import { useReportFiles } from './useReportFiles.ts'

/** Above the list, while the reader has a file of reports: how far it is, and the way to it. */
export function ReportFilesNote({ clientId }: { clientId: string }) {
  const { t, i18n } = useTranslation('report-files')
  const newest = useReportFiles(clientId).data?.jobs.find(({ own }) => own)
  if (newest === undefined || newest.state === 'failed') return null
  const number = (value: number) => formatNumber(value, i18n.language)
  const { state, done, total } = newest
  const words =
    state === 'done'
      ? t('report-files:note.ready')
      : state === 'waiting'
        ? t('report-files:note.waiting')
        : t('report-files:note.making', { done: number(done), total: number(total) })
  return (
    <p className={`row wraps gap-8 text-14 muted ${classes.note}`}>
      <span>{words}</span>
      <Link className="link touch-height inline-row" to={paths.reportFiles}>
        {t('report-files:note.open')}
      </Link>
    </p>
  )
}
