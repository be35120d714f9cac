import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths } from '../../../app/paths.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LetterDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useReportFiles } from '../../assignments/report-files/useReportFiles.ts'
import { ReportFileRow } from './ReportFileRow.tsx'

/** Files of many reports: how far they are, and the files themselves for a day. */
export default function ReportFilesPage() {
  return <ClientGate>{(client) => <ReportFiles key={client.value} client={client} />}</ClientGate>
}

function ReportFiles({ client }: { client: SelectedClient }) {
  const { t } = useTranslation('report-files')
  const files = useReportFiles(client.value)
  const timeZone = useClientTimeZone(client.value)
  const crumbs = (
    <nav aria-label={t('report-files:crumbs')} style={{ display: 'contents' }}>
      <Link to={paths.assignments}>{t('assignments:title')}</Link>
      <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
      <span aria-current="page">{t('report-files:title')}</span>
    </nav>
  )
  return (
    <>
      <PageHeader lead={t('report-files:lead')} crumbs={crumbs} />
      <Card>
        {files.isError && files.data === undefined ? (
          <LoadFailure of={files} title={t('report-files:failed')} />
        ) : null}
        {files.data?.jobs.length === 0 ? (
          <EmptyState
            drawing={<LetterDrawing />}
            title={t('report-files:empty.title')}
            actions={
              <Button size="sm" component={Link} to={`${paths.assignments}?status=completed`}>
                {t('report-files:empty.action')}
              </Button>
            }
          >
            {t('report-files:empty.text')}
          </EmptyState>
        ) : null}
        <ul>
          {files.data?.jobs.map((file) => (
            <ReportFileRow key={file.id} clientId={client.value} file={file} timeZone={timeZone} />
          ))}
        </ul>
      </Card>
    </>
  )
}
